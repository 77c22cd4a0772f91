import { i18n } from '#platform/contract/i18n.ts'
import { useQuery } from '@tanstack/react-query'
import { Command } from 'cmdk'
import { Hash, History, LoaderCircle, Search } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { useState } from 'react'
import { everything } from '#features/search/web/api.ts'
import '#platform/web/ui/overlay/radix.ts'
import { limits } from '#platform/contract/limits.ts'
import { useSettled } from '#platform/web/hooks/use-settled.ts'
import { useOffered, type OfferedAction } from '#platform/web/actions/actions.ts'
import { ErrorNote } from '#platform/web/ui/error-note.tsx'
import { modifierKey } from '#platform/web/modifier-key.ts'
import { Kbd } from '#platform/web/ui/kbd.tsx'
import { useReturnFocus } from '#platform/web/ui/overlay/use-return-focus.ts'
import { useOpenTicket } from '../ticket/open-ticket.ts'
import { useViewer } from '#features/auth/web/session.tsx'
import { headingWords, matching, type ActionGroup } from './palette-groups.ts'
import { Hits } from './palette-hits.tsx'
import { Group, Item } from './palette-parts.tsx'
import { listRecent } from './recent-tickets.ts'

const askAfterMs = 150

export function Palette({ onClose }: { onClose(): void }) {
  const [typed, setTyped] = useState('')
  const focus = useReturnFocus()
  const q = useSettled(typed.trim(), askAfterMs)
  const found = useQuery(everything(q))
  const { byName, byWords } = matching(useOffered(), typed.trim())
  // Hits of an earlier text open by the pointer alone: Enter means the current text.
  const isStale = typed.trim() !== q || found.isPlaceholderData
  const isAsking = typed.trim() !== '' && (typed.trim() !== q || found.isFetching)
  const hits = typed.trim() === '' || q === '' ? undefined : found.data

  const isNothing =
    byName.length + byWords.length === 0 &&
    !ticketNumberIn(typed) &&
    (!hits || Object.values(hits).every((kind) => kind.length === 0))

  /** Closes the palette first, so that the opened element has the focus. */
  function act(run: () => void) {
    onClose()
    run()
  }

  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Overlay className="backdrop" />
        <Dialog.Content
          className="dialog palette"
          aria-describedby={undefined}
          onOpenAutoFocus={focus.onOpenAutoFocus}
          onCloseAutoFocus={focus.onCloseAutoFocus}
        >
          <Dialog.Title className="sr-only">{i18n.t('Search and commands')}</Dialog.Title>
          <Command
            label={i18n.t('Search and commands')}
            shouldFilter={false}
            loop
            onKeyDown={(event) => {
              const isOnStale =
                event.currentTarget.querySelector('[data-stale] [aria-selected=true]') !== null
              if (event.key === 'Enter' && isOnStale) event.preventDefault()
            }}
            className="flex min-h-0 flex-1 flex-col"
          >
            <div className="flex flex-none items-center gap-2.5 border-b border-border px-4">
              {isAsking ? (
                <LoaderCircle aria-hidden className="animate-spin text-muted motion-reduce:animate-none" />
              ) : (
                <Search aria-hidden className="text-muted" />
              )}
              <Command.Input
                dir="auto"
                value={typed}
                onValueChange={setTyped}
                maxLength={limits.search}
                placeholder={i18n.t('Find a ticket or run a command')}
                className="h-12 min-w-0 flex-1 bg-transparent text-input outline-none"
              />
              <Dialog.Close className="btn btn-ghost -me-2 px-2! text-meta sm:hidden">
                {i18n.t('Close')}
              </Dialog.Close>
              <Kbd aria-hidden className="max-sm:hidden">
                {i18n.t('Esc')}
              </Kbd>
            </div>
            <Command.List
              label={i18n.t('Results')}
              className="min-h-0 flex-1 scroll-py-2 overflow-y-auto overscroll-contain p-2 empty:hidden"
              aria-busy={isAsking}
            >
              <NumberItem typed={typed} act={act} />
              {typed.trim() === '' && <RecentItems act={act} />}
              <ActionGroups groups={byName} act={act} />
              {hits && (
                <div role="presentation" data-stale={isStale || undefined}>
                  <Hits found={hits} isOld={isAsking} act={act} onNarrow={setTyped} />
                </div>
              )}
              <ActionGroups groups={byWords} act={act} />
            </Command.List>
            <output className={isNothing ? 'flex-none px-3 pt-4 pb-10 text-center text-muted' : 'sr-only'}>
              {isNothing &&
                (isAsking
                  ? i18n.t('Searching...')
                  : !found.isError && i18n.t('Nothing found for “{typed}”.', { typed: typed.trim() }))}
            </output>
            {found.isError && q !== '' && (
              <ErrorNote
                error={found.error}
                onRetry={() => void found.refetch()}
                busy={found.isFetching}
                className="m-2 mt-0"
              >
                {i18n.t('Search did not respond.')}
              </ErrorNote>
            )}
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

type Act = (run: () => void) => void

const ActionGroups = ({ groups, act }: { groups: readonly ActionGroup[]; act: Act }) =>
  groups.map(({ heading, actions }) => (
    <Group key={heading} heading={headingWords(heading)}>
      {actions.map((action) => (
        <ActionItem key={action.id} action={action} act={act} />
      ))}
    </Group>
  ))

function ActionItem({
  action: { id, label, icon: Icon, keys, run },
  act,
}: {
  action: OfferedAction
  act: Act
}) {
  return (
    <Item value={`do ${id}`} onSelect={() => act(run)}>
      {Icon && <Icon aria-hidden />}
      <span className="min-w-0 flex-1 truncate">{label}</span>
      {keys && (
        <span aria-hidden className="flex gap-1 pointer-coarse:hidden">
          {keys.split(/[ +]/).map((key) => (
            <Kbd key={key}>{key === 'Mod' ? modifierKey() : key.toUpperCase()}</Kbd>
          ))}
        </span>
      )}
    </Item>
  )
}

function ticketNumberIn(typed: string): string | undefined {
  const digits = /^\s*(?:tkt-|#)?0*([1-9]\d{0,8})\s*$/i.exec(typed)?.[1]
  return digits && `TKT-${digits.padStart(6, '0')}`
}

/** A number leads to its ticket without waiting for an answer. */
function NumberItem({ typed, act }: { typed: string; act: Act }) {
  const { open } = useOpenTicket()
  const ticketNumber = ticketNumberIn(typed)
  if (!ticketNumber) return null
  return (
    <Group heading={i18n.t('By number')}>
      <Item value="by number" onSelect={() => act(() => open(ticketNumber))}>
        <Hash aria-hidden />
        {i18n.t('Open {ticketNumber}', { ticketNumber })}
      </Item>
    </Group>
  )
}

function RecentItems({ act }: { act: Act }) {
  const viewer = useViewer()
  const { open, openId } = useOpenTicket()
  const recent = listRecent(viewer.id).filter(
    ({ id, ticketNumber }) => id !== openId && ticketNumber !== openId,
  )
  if (recent.length === 0) return null
  return (
    <Group heading={i18n.t('Recent tickets')}>
      {recent.map(({ id, ticketNumber, subject }) => (
        <Item key={id} value={`recent ${id}`} onSelect={() => act(() => open(id))}>
          <History aria-hidden />
          <span className="flex-none text-muted tabular-nums">{ticketNumber}</span>
          <span className="min-w-0 flex-1 truncate">{subject}</span>
        </Item>
      ))}
    </Group>
  )
}
