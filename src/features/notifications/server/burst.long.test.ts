import { test } from 'vitest'
import { expectGathered } from '#test/trials/burst.ts'

test(
  'twelve hundred comments within an hour are mailed as thirty single mails and one for the rest',
  () => expectGathered(1200),
  900_000,
)
