import { i18n } from '#platform/contract/i18n.ts'
import { Copy, RotateCw, TriangleAlert } from 'lucide-react'
import { Component, useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { watchOnline } from '../hooks/use-online.ts'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'
import { ErrorNote } from './error-note.tsx'

const noteLook = {
  inline: 'order-last basis-full',
  floating: 'fixed inset-x-4 bottom-4 z-40 mx-auto max-w-lg shadow-dialog',
}

interface ErrorBoundaryProps {
  /** Name of the screen, as in "My Tickets could not be shown." */
  what: string
  /** A new value, such as another address, clears the failure. */
  resetKey?: string
  /** Runs before a retry, for instance to drop cached data. */
  onRetry?: () => void
  /** For a small part: a line in its place or at the bottom of the window. */
  note?: keyof typeof noteLook
  children: ReactNode
}

interface State {
  error: Error | null
  resetKey: string | undefined
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override state: State = { error: null, resetKey: this.props.resetKey }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  static getDerivedStateFromProps(props: ErrorBoundaryProps, state: State): Partial<State> | null {
    return props.resetKey === state.resetKey ? null : { error: null, resetKey: props.resetKey }
  }

  retry = () => {
    this.props.onRetry?.()
    this.setState({ error: null })
  }

  override render() {
    const { error } = this.state
    const { what, note, children } = this.props
    if (!error) return children
    if (!note) return <Failure what={what} error={error} onRetry={this.retry} />
    return (
      <ErrorNote className={noteLook[note]} onRetry={this.retry}>
        {i18n.t('{what} could not be loaded.', { what })}
      </ErrorNote>
    )
  }
}

interface FailureProps {
  what: string
  error: Error
  onRetry: () => void
}

/** Also used by the router's error component. A failure without a network is retried once there is one. */
export function Failure({ what, error, onRetry }: FailureProps) {
  const [copied, setCopied] = useState(false)
  const [wasOffline] = useState(() => !navigator.onLine)
  const retry = useEffectEvent(onRetry)
  useEffect(() => (wasOffline ? watchOnline(() => navigator.onLine && retry()) : undefined), [wasOffline])
  const copy = async () => {
    const details = [what, location.href, new Date().toISOString(), error.stack ?? error.message].join('\n')
    await navigator.clipboard.writeText(details).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  }
  return (
    <div role="alert">
      <EmptyState
        icon={<TriangleAlert aria-hidden />}
        title={i18n.t('{what} could not be loaded.', { what })}
        hint={error.message}
        action={
          <>
            <Button variant="primary" onClick={onRetry}>
              <RotateCw aria-hidden />
              {i18n.t('Retry')}
            </Button>
            <Button onClick={() => void copy()}>
              <Copy aria-hidden />
              {copied ? i18n.t('Copied') : i18n.t('Copy details')}
            </Button>
          </>
        }
      />
    </div>
  )
}
