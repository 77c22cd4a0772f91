import { test } from 'vitest'
import { expectGathered } from '#test/burst.ts'

test(
  'of twelve hundred comments within an hour thirty are mailed one by one, and the others together',
  () => expectGathered(1200),
  900_000,
)
