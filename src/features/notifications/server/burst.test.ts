import { test } from 'vitest'
import { expectGathered } from '#test/burst.ts'

test(
  'of forty-five comments within an hour thirty are mailed one by one, and the others together',
  () => expectGathered(45),
  120_000,
)
