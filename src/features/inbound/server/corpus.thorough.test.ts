import { describe } from 'vitest'
import { bringsCorpus } from '#test/trials/corpus.ts'

describe('the corpus by SMTP', () => {
  bringsCorpus()
})
