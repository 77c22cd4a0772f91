import type { ComponentProps } from 'react'
import { Avatar } from '#platform/web/ui/avatar.tsx'
import type { Person } from '../contract.ts'

type Named = Pick<Person, 'firstName' | 'lastName'>

export const nameOf = ({ firstName, lastName }: Named) => `${firstName} ${lastName}`.trim()

type PersonAvatarProps = Omit<ComponentProps<typeof Avatar>, 'id' | 'name' | 'src'> & { person: Person }

/** The person's picture, else their initials. */
export function PersonAvatar({ person, ...rest }: PersonAvatarProps) {
  return <Avatar id={person.id} name={nameOf(person)} src={person.profileImageUrl} {...rest} />
}
