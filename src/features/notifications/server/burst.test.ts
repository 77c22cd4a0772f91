import { test } from 'vitest'
import { expectGathered } from '#test/trials/burst.ts'

test(
  'forty-five comments within an hour are mailed as thirty single mails and one for the rest',
  () => expectGathered(45),
  120_000,
)
