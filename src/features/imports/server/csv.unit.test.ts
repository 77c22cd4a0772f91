import { expect, test } from 'vitest'
import { inspectCsv } from './csv.ts'

test('others have their turns while a file is read, however much of it comes at once', async () => {
  const row = 'Zoë 😀;;;\r\n'
  const file = Buffer.from(`Name;A;B;C\r\n${row.repeat(50_000)}`)
  let turns = 0
  let isReading = true
  function takeTurn() {
    turns++
    if (isReading) setImmediate(takeTurn)
  }
  setImmediate(takeTurn)
  const found = await inspectCsv(async () =>
    (async function* () {
      yield file
    })(),
  )
  isReading = false
  expect([found.totalRows, found.samples[2]]).toEqual([50_000, ['Zoë 😀', '', '', '']])
  expect(turns).toBeGreaterThan(file.length / (8 * 1024))
})
