import { expect, test } from 'vitest'
import { createNames } from './file-names.ts'

const bytesOf = (name: string) => Buffer.byteLength(name)

test.each([
  ['a.txt', 'a.txt'],
  ['../../etc/passwd', '.._.._etc_passwd'],
  ['CON.txt', '_CON.txt'],
  ['nul', '_nul'],
  ['..txt', '..txt'],
  ['...', 'file'],
  ['ends in dots. . ', 'ends in dots'],
  ['a\u202egpj.exe', 'a_gpj.exe'],
])('a file called %j gets the name %j', (name, safe) => {
  expect(createNames()(name)).toBe(safe)
})

test.each(['漢', 'é', '🦊', 'a'])(
  'names of many %j have no more bytes than Linux takes, also numbered ones',
  (letter) => {
    const names = createNames()
    const given = Array.from({ length: 12 }, () => names(`${letter.repeat(255)}.txt`))
    expect(new Set(given).size).toBe(12)
    for (const name of given) {
      expect(bytesOf(name)).toBeLessThanOrEqual(255)
      expect(bytesOf(name)).toBeGreaterThan(245)
      expect(name).toMatch(/\.txt$/)
      expect(name.isWellFormed()).toBe(true)
    }
    expect(given[1]).toMatch(/ \(2\)\.txt$/)
  },
)

test('a name that is short enough is kept as it is, to the last byte', () => {
  const name = `${'漢'.repeat(83)}ab.txt`
  expect(bytesOf(name)).toBe(255)
  expect(createNames()(name)).toBe(name)
})
