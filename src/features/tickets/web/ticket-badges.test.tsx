import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PriorityBadge } from './ticket-badges.tsx'

test('a ticket without a priority counts as medium', () => {
  const medium = renderToStaticMarkup(<PriorityBadge priority="medium" />)
  expect(medium).toContain('Medium')
  for (const priority of [null, undefined])
    expect(renderToStaticMarkup(<PriorityBadge priority={priority} />)).toBe(medium)
})
