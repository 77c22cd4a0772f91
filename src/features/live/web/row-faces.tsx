import type { Present } from '../contract.ts'
import { Face, faceRing, isThere } from './face.tsx'

const shownAtMost = 3

/** Shows colleagues who have a ticket of a list open. Tooltip and screen readers get the words. */
export function RowFaces({ people }: { people: readonly Present[] }) {
  const words = people.map(isThere).join(', ')
  const rest = people.length - shownAtMost
  return (
    <span
      role="img"
      aria-label={words}
      title={words}
      className="mx-1 inline-flex flex-none items-center gap-1"
    >
      {people.slice(0, shownAtMost).map((person) => (
        <span key={person.id} className={faceRing(person)}>
          <Face person={person} size={20} />
        </span>
      ))}
      {rest > 0 && <span className="text-meta text-muted">+{rest}</span>}
    </span>
  )
}
