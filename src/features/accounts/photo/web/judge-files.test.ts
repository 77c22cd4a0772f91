import { expect, test } from 'vitest'
import { judgeFiles } from './judge-files.ts'

const file = (name: string, type: string, size = 10) => new File([new Uint8Array(size)], name, { type })
const mostBytes = 5 * 1024 * 1024

test('a picture of exactly 5 MB can be a photo', () => {
  const photo = file('me.JPG', 'image/jpeg', mostBytes)
  expect(judgeFiles([photo])).toEqual({ file: photo })
})

test.each([
  [[file('me.png', 'image/png', mostBytes + 1)], 'me.png exceeds maximum allowed size of 5 MB'],
  [[file('one.png', 'image/png'), file('two.png', 'image/png')], 'You can only upload 1 file'],
  [[file('notes.txt', 'text/plain')], 'You can only upload: .jpg, .jpeg, .png, .webp, .gif, .avif'],
  [[file('logo.svg', 'image/svg+xml')], 'You can only upload: .jpg, .jpeg, .png, .webp, .gif, .avif'],
  [[file('page.png.html', 'image/png')], 'You can only upload: .jpg, .jpeg, .png, .webp, .gif, .avif'],
  [[], 'You have to select at least 1 file'],
])('the file %j cannot be a photo: %s', (files, fault) => {
  expect(judgeFiles(files)).toEqual({ fault })
})
