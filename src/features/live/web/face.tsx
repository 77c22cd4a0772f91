import { i18n } from '#platform/contract/i18n.ts'
import { Pencil } from 'lucide-react'
import { PersonAvatar } from '#features/users/web/person-avatar.tsx'
import { nameOf } from '#features/users/web/person-name.ts'
import { cn } from '#platform/web/cn.ts'
import type { Present } from '../contract.ts'

export function isThere(person: Present): string {
  const name = nameOf(person)
  if (person.state === 'away') return i18n.t('{name} is away', { name })
  return person.state === 'editing'
    ? i18n.t('{name} is writing', { name })
    : i18n.t('{name} is viewing', { name })
}

/** Picture of a person at a ticket: dimmed when away, ringed when writing. The words stand around it. */
export const Face = ({ person, size }: { person: Present; size: 20 | 24 }) => (
  <>
    <PersonAvatar
      person={person}
      size={size}
      decorative
      className={cn(person.state === 'away' && 'opacity-40')}
    />
    {person.state === 'editing' && (
      <span
        className={cn(
          'absolute grid place-items-center rounded-full bg-accent text-accent-fg',
          size === 24 ? '-end-1 -bottom-1 size-3.5' : '-end-1.5 -bottom-1.5 size-3',
        )}
      >
        <Pencil aria-hidden className={size === 24 ? 'size-2!' : 'size-1.75!'} />
      </span>
    )}
  </>
)

export const faceRing = ({ state }: Present) =>
  cn('relative inline-flex rounded-full ring-2', state === 'editing' ? 'z-1 ring-accent' : 'ring-surface')
