import { describe } from 'vitest'
import { findDovecot } from '#test/dovecot.ts'
import { bringsCorpus } from '#test/trials/corpus.ts'

const program = await findDovecot()

// Without Dovecot, and no right to install it, nothing reads a real mailbox here.
describe.skipIf(program === undefined)('the corpus by IMAP', () => {
  bringsCorpus(program)
})
