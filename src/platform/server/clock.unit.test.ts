import { expect, test } from 'vitest'
import { startOfDay } from './clock.ts'

test.each([
  // The night in which an hour is missing, and the one in which an hour comes twice.
  ['Europe/Berlin', '2026-03-29T00:30:00Z', '2026-03-28T23:00:00.000Z'],
  ['Europe/Berlin', '2026-03-29T20:00:00Z', '2026-03-28T23:00:00.000Z'],
  ['Europe/Berlin', '2026-03-29T22:00:00Z', '2026-03-29T22:00:00.000Z'],
  ['Europe/Berlin', '2026-10-25T01:30:00Z', '2026-10-24T22:00:00.000Z'],
  ['Europe/Berlin', '2026-10-25T22:59:59Z', '2026-10-24T22:00:00.000Z'],
  ['Europe/Berlin', '2026-10-25T23:00:00Z', '2026-10-25T23:00:00.000Z'],
  // Half an hour of daylight saving.
  ['Australia/Lord_Howe', '2026-04-05T02:00:00Z', '2026-04-04T13:00:00.000Z'],
  ['Australia/Lord_Howe', '2026-04-05T13:29:59Z', '2026-04-04T13:00:00.000Z'],
  ['Australia/Lord_Howe', '2026-04-05T13:30:00Z', '2026-04-05T13:30:00.000Z'],
  ['Australia/Lord_Howe', '2026-10-04T05:00:00Z', '2026-10-03T13:30:00.000Z'],
  ['Asia/Kathmandu', '2026-01-01T18:14:59Z', '2025-12-31T18:15:00.000Z'],
  ['Asia/Kathmandu', '2026-01-01T18:15:00Z', '2026-01-01T18:15:00.000Z'],
  // A day whose midnight does not exist.
  ['Africa/Cairo', '2026-04-24T10:00:00Z', '2026-04-23T22:00:00.000Z'],
  ['UTC', '2028-02-29T23:59:59Z', '2028-02-29T00:00:00.000Z'],
])('the day in %s of %s began at %s', (zone, at, began) => {
  expect(startOfDay(new Date(at), zone).toISOString()).toBe(began)
})
