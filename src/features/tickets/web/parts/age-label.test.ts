import { expect, test } from 'vitest'
import { ageLabel, lengthLabel } from './age-label.ts'

const now = new Date('2026-11-21T12:00:00Z')
const label = (at: string) => ageLabel(new Date(at), now)

test('an age under one hour reads just now', () => {
  expect(label('2026-11-21T12:00:00Z')).toBe('Just now')
  expect(label('2026-11-21T11:00:00.001Z')).toBe('Just now')
})

test('an age from one hour counts whole hours', () => {
  expect(label('2026-11-21T11:00:00Z')).toBe('1h ago')
  expect(label('2026-11-21T09:00:01Z')).toBe('2h ago')
  expect(label('2026-11-20T12:00:00.001Z')).toBe('23h ago')
})

test('an age from one day counts whole days', () => {
  expect(label('2026-11-20T12:00:00Z')).toBe('1d ago')
  expect(label('2026-08-23T12:00:00Z')).toBe('90d ago')
})

test('a time that lies in the future by this clock reads just now', () => {
  expect(label('2026-11-21T12:00:05Z')).toBe('Just now')
})

test('a length counts whole minutes, hours and days, and is a minute at least', () => {
  const length = (since: string) => lengthLabel(new Date(since), now)
  expect(length('2026-11-21T12:00:05Z')).toBe('1m')
  expect(length('2026-11-21T11:00:01Z')).toBe('59m')
  expect(length('2026-11-20T21:00:00Z')).toBe('15h')
  expect(length('2026-11-18T12:00:00Z')).toBe('3d')
})
