import { i18n } from '#platform/contract/i18n.ts'
import { CircleAlert, CircleCheck, X } from 'lucide-react'
import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type PointerEvent,
  type RefObject,
} from 'react'
import {
  dismissToast,
  openPlace,
  undoPlace,
  usePlaces,
  useShownToast,
  type ShownToast,
} from './toast-store.ts'
import { useEscape } from './use-escape.ts'

const shownForMs = 5000
const swipeAwayPx = 60

/** Mount it once beside the screens. F8 moves the focus to the message, Escape there closes it. */
export function Toaster() {
  const shown = useShownToast()
  const places = usePlaces()
  const isElsewhere = places.some((place) => place === shown?.place)
  const action = shown?.action?.isUndo && places.includes(undoPlace) ? undefined : shown?.action
  const region = useRef<HTMLElement>(null)
  const cameFrom = useRef<Element>(null)

  useModalPass(region)
  useEffect(() => {
    const toRegion = (event: KeyboardEvent) => {
      if (event.key !== 'F8' || !region.current?.querySelector('.toast')) return
      event.preventDefault()
      cameFrom.current = document.activeElement
      region.current.querySelector<HTMLElement>('.toast')?.focus()
    }
    window.addEventListener('keydown', toRegion)
    return () => window.removeEventListener('keydown', toRegion)
  }, [])

  const close = () => {
    const held = region.current?.contains(document.activeElement)
    if (shown) dismissToast(shown.id)
    if (held && cameFrom.current instanceof HTMLElement) cameFrom.current.focus()
  }
  const words = shown
    ? [shown.spoken ?? [shown.title, shown.description].filter(Boolean).join('. '), shown.quote]
    : []
  const spoken = words.filter(Boolean).join(' ')
  const urgent = shown?.tone === 'destructive'
  return (
    // Dialogs hide everything behind them from screen readers except what has aria-live.
    <section ref={region} aria-label={i18n.t('Notifications (F8)')} aria-live="off" className="toaster">
      <output aria-live="polite" className="sr-only">
        {!urgent && <span key={shown?.id}>{spoken}</span>}
      </output>
      <div role="alert" aria-live="assertive" className="sr-only">
        {urgent && <span key={shown.id}>{spoken}</span>}
      </div>
      {shown && !isElsewhere && <ToastCard key={shown.id} toast={{ ...shown, action }} close={close} />}
    </section>
  )
}

/** Shows messages about one subject inline, so that they cover nothing. */
export function ToastPlace({ name }: { name: string }) {
  const shown = useShownToast()
  useEffect(() => openPlace(name), [name])
  if (shown?.place !== name) return null
  const toast = { ...shown, action: undefined }
  return <ToastCard key={shown.id} toast={toast} isInline close={() => dismissToast(shown.id)} />
}

const bottomBars = '.ticket-foot, .ticket-save, .ticket-chat form, .dialog-foot, .form-foot, .bulk-bar'

function heightOfBottomBar(): number {
  const tops = [...document.querySelectorAll(bottomBars)]
    .map((bar) => bar.getBoundingClientRect())
    .filter(({ height, top, bottom }) => height > 0 && top > innerHeight / 3 && bottom > innerHeight - 24)
    .map(({ top }) => top)
  return Math.max(0, innerHeight - Math.min(innerHeight, ...tops))
}

function useBottomBar() {
  useLayoutEffect(() => {
    const measure = () => {
      // A button that moves between press and release gets no click.
      if (document.querySelector('.toast:active')) return
      document.documentElement.style.setProperty('--bottom-bar', `${heightOfBottomBar()}px`)
    }
    measure()
    const timer = setInterval(measure, 250)
    return () => clearInterval(timer)
  }, [])
}

interface ToastCardProps {
  toast: ShownToast
  isInline?: boolean
  close(): void
}

function ToastCard({ toast, isInline = false, close }: ToastCardProps) {
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  const urgent = toast.tone === 'destructive'
  const Icon = urgent ? CircleAlert : CircleCheck

  useBottomBar()
  useCountdown(hovered || focused, close)
  useEscape(focused, close)

  const group = {
    role: 'group',
    'aria-label': toast.title,
    tabIndex: -1,
    onPointerEnter: () => setHovered(true),
    onPointerLeave: () => setHovered(false),
    onPointerDown: (event: PointerEvent<HTMLElement>) => startSwipe(event, close),
    onFocus: () => setFocused(true),
    onBlur: () => setFocused(false),
  }
  return (
    <div className="toast" data-tone={toast.tone ?? 'default'} data-inline={isInline || undefined} {...group}>
      <Icon aria-hidden />
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{toast.title}</p>
        {toast.description && <p className="toast-text text-muted">{toast.description}</p>}
        {toast.quote && <p className="mt-1 text-[12px]/4 text-muted select-text">{toast.quote}</p>}
      </div>
      {toast.action && (
        <button
          type="button"
          className="btn btn-secondary btn-small"
          onClick={() => {
            // Close first, so that a toast of the action itself stays.
            close()
            toast.action?.onAction()
          }}
        >
          {toast.action.label}
        </button>
      )}
      <button
        type="button"
        className="btn btn-ghost btn-icon btn-small -me-1"
        aria-label={i18n.t('Dismiss')}
        onClick={close}
      >
        <X aria-hidden />
      </button>
    </div>
  )
}

/** Counts down only while it is not hovered or focused and the tab is visible. */
function useCountdown(held: boolean, onEnd: () => void) {
  const left = useRef(shownForMs)
  const end = useEffectEvent(onEnd)
  const [hidden, setHidden] = useState(document.hidden)
  useEffect(() => {
    const look = () => setHidden(document.hidden)
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  useEffect(() => {
    if (held || hidden) return undefined
    const startedAt = Date.now()
    const timer = setTimeout(() => end(), left.current)
    return () => {
      clearTimeout(timer)
      left.current = Math.max(1000, left.current - (Date.now() - startedAt))
    }
  }, [held, hidden])
}

function startSwipe(down: PointerEvent<HTMLElement>, close: () => void) {
  if (down.pointerType !== 'touch') return
  const card = down.currentTarget
  const stop = new AbortController()
  const { signal } = stop
  const moved = (event: globalThis.PointerEvent) => event.clientX - down.clientX
  window.addEventListener('pointermove', (e) => (card.style.transform = `translateX(${moved(e)}px)`), {
    signal,
  })
  window.addEventListener('pointercancel', () => stop.abort(), { signal })
  window.addEventListener(
    'pointerup',
    (event) => {
      stop.abort()
      card.style.transform = ''
      if (Math.abs(moved(event)) > swipeAwayPx) close()
    },
    { signal },
  )
}

/**
 * Keeps toasts usable above a modal dialog, which recaptures focus and closes on outside clicks. Stops those events before the document;
 * React handles them below the root.
 */
function useModalPass(region: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const pass = (event: Event) => {
      const to = event instanceof FocusEvent && event.type === 'focusout' ? event.relatedTarget : event.target
      if (to instanceof Node && region.current?.contains(to)) event.stopPropagation()
    }
    const root = document.documentElement
    const types = ['focusin', 'focusout', 'pointerdown']
    for (const type of types) root.addEventListener(type, pass)
    return () => {
      for (const type of types) root.removeEventListener(type, pass)
    }
  }, [region])
}
