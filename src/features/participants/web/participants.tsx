import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Check, Mail, Plus, X } from 'lucide-react'
import { useId, useState } from 'react'
import { PersonAvatar } from '#features/users/web/person-avatar.tsx'
import { nameOf } from '#features/users/web/person-name.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { useDoubleClickGuard } from '#platform/web/hooks/use-double-click-guard.ts'
import { CallError } from '#platform/web/call.ts'
import { lazyPart } from '#platform/web/lazy-parts.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { keepFocus } from '#platform/web/ui/overlay/keep-focus.ts'
import { Popover, PopoverContent, PopoverTrigger } from '#platform/web/ui/overlay/popover.tsx'
import { toastFailure, toastSuccess } from '#platform/web/ui/overlay/toast-store.ts'
import { PartBoundary } from '#platform/web/ui/part-boundary.tsx'
import { SideCard } from '#platform/web/ui/side-card.tsx'
import type { Participant } from '../contract.ts'
import { addParticipant, confirmParticipant, removeParticipant } from './api.ts'

const ParticipantChoices = lazyPart(() => import('./participant-choices.tsx'), 'ParticipantChoices')

interface ParticipantsProps {
  ticket: { id: string; createdById: string; participants: readonly Participant[]; mayInvite: boolean }
  viewerId: string
}

/** Shows nothing to a viewer who sees nobody and may add nobody. */
const isEmptyFor = ({ participants, mayInvite }: ParticipantsProps['ticket']) =>
  participants.length === 0 && !mayInvite

export const ParticipantsCard = (props: ParticipantsProps) =>
  isEmptyFor(props.ticket) ? null : (
    <SideCard title={i18n.t('Participants')} className="print:hidden">
      <People {...props} />
    </SideCard>
  )

/** A block within a card. */
export function Participants({ className, ...props }: ParticipantsProps & { className: string }) {
  const id = useId()
  return isEmptyFor(props.ticket) ? null : (
    <section aria-labelledby={id} className={className}>
      <h4 id={id} className="mb-1 text-meta text-muted">
        {i18n.t('Participants')}
      </h4>
      <People {...props} />
    </section>
  )
}

const failureOf = (error: unknown, otherwise: string) =>
  (error instanceof CallError && error.serverMessage) || otherwise

function People({ ticket, viewerId }: ParticipantsProps) {
  const guardDoubleClick = useDoubleClickGuard('li')
  const { participants, mayInvite } = ticket
  return (
    <>
      {participants.length > 0 && (
        <ul className="mb-1 flex flex-col" onClickCapture={guardDoubleClick}>
          {participants.map((one) => (
            <li key={one.id} className="flex min-h-8 items-center gap-2">
              {one.person ? (
                <PersonAvatar person={one.person} size={20} decorative />
              ) : (
                <Mail aria-hidden className="size-4! flex-none text-subtle" />
              )}
              <span className="min-w-0 flex-1 wrap-anywhere">
                {titleOf(one)}
                {!one.person && (
                  <span className="block text-meta font-normal text-muted">
                    {i18n.t('Reads nothing yet')}
                  </span>
                )}
              </span>
              {!one.person && mayInvite && <ConfirmButton ticketId={ticket.id} participant={one} />}
              {(mayInvite || one.person?.id === viewerId) && (
                <RemoveButton ticketId={ticket.id} participant={one} isSelf={one.person?.id === viewerId} />
              )}
            </li>
          ))}
        </ul>
      )}
      {mayInvite && (
        <AddButton
          ticketId={ticket.id}
          except={[ticket.createdById, ...participants.flatMap(({ person }) => person?.id ?? [])]}
        />
      )}
    </>
  )
}

const titleOf = ({ person, name, address }: Participant): string =>
  person ? nameOf(person) : [name, address].filter(Boolean).join(', ')

function AddButton({ ticketId, except }: { ticketId: string; except: readonly string[] }) {
  const [isOpen, setOpen] = useState(false)
  const adding = useMutation(addParticipant(useQueryClient(), ticketId))
  async function add(userId: string) {
    setOpen(false)
    try {
      const added = await adding.mutateAsync(userId)
      toastSuccess(i18n.t('{name} reads this ticket now, and gets its emails.', { name: titleOf(added) }))
    } catch (error) {
      toastFailure(failureOf(error, i18n.t('Failed to add the person')))
    }
  }
  return (
    <Popover open={isOpen} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button size="small" busy={adding.isPending}>
          <Plus aria-hidden />
          {i18n.t('Add a person')}
        </Button>
      </PopoverTrigger>
      <PopoverContent label={i18n.t('Add a person')} className="w-64 p-0!">
        <PartBoundary what={i18n.t('The people of the client')} note="inline" fallback={null}>
          <ParticipantChoices ticketId={ticketId} except={except} onPick={({ id }) => void add(id)} />
        </PartBoundary>
      </PopoverContent>
    </Popover>
  )
}

interface OneProps {
  ticketId: string
  participant: Participant
}

function ConfirmButton({ ticketId, participant }: OneProps) {
  const confirming = useMutation(confirmParticipant(useQueryClient(), ticketId))
  async function confirm() {
    try {
      const { person } = await confirming.mutateAsync(participant.id)
      if (person)
        toastSuccess(i18n.t('{name} reads this ticket now, and gets its emails.', { name: nameOf(person) }))
    } catch (error) {
      toastFailure(failureOf(error, i18n.t('Failed to add the person')))
    }
  }
  return (
    <IconButton
      size="small"
      label={i18n.t('Let {name} read this ticket', { name: titleOf(participant) })}
      busy={confirming.isPending}
      onClick={() => void confirm()}
    >
      <Check aria-hidden />
    </IconButton>
  )
}

function RemoveButton({ ticketId, participant, isSelf }: OneProps & { isSelf: boolean }) {
  const removing = useMutation(removeParticipant(useQueryClient(), ticketId))
  async function remove(button: HTMLElement) {
    const settleFocus = keepFocus(button)
    try {
      await removing.mutateAsync(participant.id)
      settleFocus()
    } catch (error) {
      toastFailure(failureOf(error, i18n.t('Failed to remove the person')))
    }
  }
  const name = titleOf(participant)
  return (
    <IconButton
      size="small"
      label={isSelf ? i18n.t('Leave this ticket') : i18n.t('Remove {name}', { name })}
      busy={removing.isPending}
      onClick={({ currentTarget }) => void remove(currentTarget)}
    >
      <X aria-hidden />
    </IconButton>
  )
}
