import { describe, expect, test } from 'vitest'
import { instantOf, lastOccasion, nextOccasion } from './schedule.ts'

const at = (day: string, time: string, zone: string) => {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return instantOf(day, { hour, minute }, zone).toISOString()
}

describe('a time of a day is one instant', () => {
  test.each([
    ['on a usual day', '2026-03-28', '02:30', 'Europe/Berlin', '2026-03-28T01:30:00.000Z'],
    [
      'left out in spring: the first minute after the gap',
      '2026-03-29',
      '02:30',
      'Europe/Berlin',
      '2026-03-29T01:00:00.000Z',
    ],
    ['after the gap', '2026-03-29', '07:00', 'Europe/Berlin', '2026-03-29T05:00:00.000Z'],
    ['shown twice in autumn: the first', '2026-10-25', '02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
    ['after the overlap', '2026-10-25', '07:00', 'Europe/Berlin', '2026-10-25T06:00:00.000Z'],
    ['a gap of half an hour', '2026-10-04', '02:15', 'Australia/Lord_Howe', '2026-10-03T15:30:00.000Z'],
    ['an overlap of half an hour', '2026-04-05', '01:45', 'Australia/Lord_Howe', '2026-04-04T14:45:00.000Z'],
    ['at a quarter to', '2026-01-01', '07:00', 'Asia/Kathmandu', '2026-01-01T01:15:00.000Z'],
    ['a gap at midnight', '2026-09-06', '00:00', 'America/Santiago', '2026-09-06T04:00:00.000Z'],
    ['on the day of a leap year', '2028-02-29', '07:00', 'UTC', '2028-02-29T07:00:00.000Z'],
  ])('a time of a day is one instant: %s', (_, day, time, zone, expected) => {
    expect(at(day, time, zone)).toBe(expected)
  })
})

describe('mails go out at seven by the clocks of the place', () => {
  test.each([
    ['2026-03-28T12:00:00Z', '2026-03-29T05:00:00.000Z'],
    ['2026-03-29T05:00:00Z', '2026-03-30T05:00:00.000Z'],
    ['2026-10-24T12:00:00Z', '2026-10-25T06:00:00.000Z'],
    ['2026-12-31T23:30:00Z', '2027-01-01T06:00:00.000Z'],
  ])('mails after %s go out next at %s in Berlin', (now, next) => {
    const occasion = nextOccasion('daily', new Date(now), 'Europe/Berlin')
    expect(occasion.at.toISOString()).toBe(next)
    expect(lastOccasion('daily', occasion.at, 'Europe/Berlin')).toEqual(occasion)
    expect(
      lastOccasion('daily', new Date(occasion.at.getTime() - 1), 'Europe/Berlin').at <= new Date(now),
    ).toBe(true)
  })

  test('weekly mails go out on Monday', () => {
    for (const now of ['2026-03-23T07:00:00Z', '2026-03-29T20:00:00Z', '2026-03-30T04:59:59Z'])
      expect(nextOccasion('weekly', new Date(now), 'Europe/Berlin')).toEqual({
        at: new Date('2026-03-30T05:00:00Z'),
        period: 'weekly 2026-03-30',
      })
    expect(lastOccasion('weekly', new Date('2027-01-01T12:00:00Z'), 'Asia/Kathmandu').period).toBe(
      'weekly 2026-12-28',
    )
  })

  test('each day of two years has one period, each later than the one before', () => {
    for (const zone of ['Europe/Berlin', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'America/Sao_Paulo']) {
      let now = new Date('2026-01-01T00:00:00Z')
      const seen = new Set<string>()
      for (let turn = 0; turn < 731; turn++) {
        const next = nextOccasion('daily', now, zone)
        expect(next.at.getTime() - now.getTime()).toBeLessThanOrEqual(25 * 60 * 60 * 1000)
        seen.add(next.period)
        now = next.at
      }
      expect(seen.size).toBe(731)
    }
  })
})
