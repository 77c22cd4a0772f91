import { expect, test } from 'vitest'
import { request } from 'node:http'
import { fill, emails, password } from '../../../../scripts/bench/fill.ts'
import { startApp } from '#test/harness.ts'
test('measure', { timeout: 550_000 }, async () => {
  const desk = await startApp()
  const t0 = performance.now()
  await fill(desk.database, 100_000)
  console.log('filled', Math.round((performance.now() - t0) / 1000))
  const who = await desk.signIn(emails.helpdesk, password)
  const base = await desk.listen()
  for (const q of ['', 'by=status', 'by=clientId', 'by=assignedToId', 'status=open', 'search=printer', 'search=printer&by=status']) {
    const times: number[] = []
    for (let i = 0; i < 12; i++) {
      await desk.database.pool.query('update log_head set position = position + 1')
      const t = performance.now()
      expect((await who.get(`/api/tickets/counts?${q}`)).status).toBe(200)
      times.push(performance.now() - t)
    }
    times.sort((a, b) => a - b)
    const t = performance.now()
    await who.get(`/api/tickets/counts?${q}`)
    console.log('counts', q, 'fresh median', times[6]!.toFixed(1), 'p95', times[11]!.toFixed(1), 'remembered', (performance.now() - t).toFixed(1))
  }
  for (const q of ['', '?sort=client', '?search=printer&sort=status']) {
    globalThis.gc?.()
    const before = process.memoryUsage().rss
    let peak = before
    const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 20)
    const t = performance.now()
    const { lines, bytes, first } = await new Promise<{ lines: number; bytes: number; first: number }>((resolve) => {
      request(`${base}/api/tickets/export${q}`, { headers: { cookie: who.cookie } }, (res) => {
        let lines = 0, bytes = 0, first = 0
        res.on('data', (d: Buffer) => { first ||= performance.now() - t; bytes += d.length; for (const b of d) if (b === 10) lines++ })
        res.on('end', () => resolve({ lines, bytes, first }))
      }).end()
    })
    clearInterval(watch)
    console.log('export', q, lines - 1, 'rows', bytes, 'bytes', Math.round(performance.now() - t), 'ms; first byte', Math.round(first), 'ms; rss', Math.round(before / 2 ** 20), '->', Math.round(peak / 2 ** 20), 'MB')
  }
  await desk.close()
})
