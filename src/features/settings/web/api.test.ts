import { MutationObserver, QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import type { SettingsChange } from '../contract.ts'
import { changeSettings } from './api.ts'

afterEach(() => vi.unstubAllGlobals())

test('choices that wait for the answer to an earlier one are sent with it when the page goes', async () => {
  const page = new EventTarget()
  const sent: unknown[] = []
  vi.stubGlobal('window', page)
  vi.stubGlobal('fetch', (_path: string, sending: { body: string; keepalive: boolean }) => {
    sent.push({ body: JSON.parse(sending.body), keepalive: sending.keepalive })
    return new Promise(() => undefined)
  })
  const client = new QueryClient()
  const choose = (change: SettingsChange) =>
    void new MutationObserver(client, changeSettings(client)).mutate(change)
  choose({ afterResolving: 'next' })
  choose({ shortcuts: false })
  choose({ density: 'compact' })
  const first = { body: { afterResolving: 'next' }, keepalive: true }
  await expect.poll(() => sent).toEqual([first])
  page.dispatchEvent(new Event('pagehide'))
  const all = { body: { afterResolving: 'next', shortcuts: false, density: 'compact' }, keepalive: true }
  expect(sent).toEqual([first, all])
})
