import { Check } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { useEffectEvent, useImperativeHandle, useLayoutEffect, type ReactNode, type Ref } from 'react'
import { i18n } from '#platform/contract/i18n.ts'
import '#platform/web/ui/overlay/radix.ts'
import { latinKey } from '#platform/web/actions/latin-key.ts'
import { Kbd } from '#platform/web/ui/kbd.tsx'

interface PickMenuProps<T extends string> {
  label: string
  values: readonly T[]
  /** Undefined for several tickets with different values. */
  value: T | undefined
  anchor: HTMLElement
  onPick(value: T): void
  onClose(): void
  onClosed(): void
  children(value: T): ReactNode
}

type Modifiers = Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'altKey'>

const isChord = ({ ctrlKey, metaKey, altKey }: Modifiers) => ctrlKey || metaKey || altKey

/** Anchors the menu to an element elsewhere. */
function Elsewhere({ ref, element }: { ref?: Ref<HTMLElement>; element: HTMLElement }) {
  useImperativeHandle(ref, () => element, [element])
  return null
}

/** Picks by mouse, arrows, first letters, or number keys. */
export function PickMenu<T extends string>(props: PickMenuProps<T>) {
  const { label, values, value, anchor, onPick, onClose, onClosed, children } = props

  const pickByNumber = useEffectEvent((event: KeyboardEvent) => {
    const wanted = values[Number(latinKey(event)) - 1]
    if (wanted === undefined || isChord(event)) return
    event.preventDefault()
    event.stopPropagation()
    onPick(wanted)
    onClose()
  })
  // Layout effect: keys must work before the focus arrives.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => pickByNumber(event)
    window.addEventListener('keydown', press, true)
    return () => window.removeEventListener('keydown', press, true)
  }, [])
  return (
    // Not modal: the page behind stays accessible and scrollable.
    <DropdownMenu.Root open modal={false} onOpenChange={onClose}>
      <DropdownMenu.Trigger asChild>
        <Elsewhere element={anchor} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal container={anchor.closest<HTMLElement>('[role$=dialog], main')}>
        <DropdownMenu.Content
          aria-label={label}
          aria-labelledby={undefined}
          className="popup menu"
          align="start"
          sideOffset={4}
          collisionPadding={8}
          loop
          // Ctrl+Enter adds a comment elsewhere: here it chooses nothing.
          onKeyDownCapture={(event) => {
            if (event.key === 'Enter' && isChord(event)) event.preventDefault()
          }}
          // The trigger closes it by itself.
          onInteractOutside={(event) => {
            if (event.target instanceof Node && anchor.contains(event.target)) event.preventDefault()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            onClosed()
          }}
        >
          {values.map((one, place) => (
            <DropdownMenu.Item key={one} className="menu-item" onSelect={() => onPick(one)}>
              <span className="flex flex-1 items-center gap-2">{children(one)}</span>
              {one === value && (
                <>
                  <Check aria-hidden className="size-3.5! text-link!" />
                  <span className="sr-only">{i18n.t(', chosen')}</span>
                </>
              )}
              <Kbd aria-hidden className="pointer-coarse:hidden">
                {place + 1}
              </Kbd>
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
