import { expect } from 'vitest'
import { whatsAppPath } from '#features/messaging/server/routes.ts'
import type { TestApp } from './harness.ts'
import { notificationOf, sign, type Said, type WhatsAppProvider } from './services/whatsapp.ts'

let numbered = 0
/** A number that nobody has written from yet. */
export const aNumber = () => `4915100000${String(++numbered).padStart(3, '0')}`

/** Talks to the desk through WhatsApp. */
export function whatsAppTalk(desk: TestApp, provider: WhatsAppProvider) {
  const notification = (said: Said) =>
    notificationOf({ id: `wamid.${++numbered}`, at: desk.clock.now(), ...said })

  async function deliver(body: unknown, signature?: string) {
    const payload = JSON.stringify(body)
    return desk.app.inject({
      method: 'POST',
      url: whatsAppPath,
      payload,
      headers: { 'content-type': 'application/json', 'x-hub-signature-256': signature ?? sign(payload) },
    })
  }

  const lastReply = (from: string) => provider.sent.findLast(({ to }) => to === from)?.text

  /** Says something and waits for what is answered. */
  async function say(from: string, text: string | undefined, more: Partial<Said> = {}): Promise<string> {
    const before = provider.sent.filter(({ to }) => to === from).length
    expect(
      (await deliver(notification({ from, ...(text !== undefined && { text }), ...more }))).statusCode,
    ).toBe(200)
    await expect.poll(() => provider.sent.filter(({ to }) => to === from).length).toBe(before + 1)
    return lastReply(from) ?? ''
  }

  async function dictate(from: string, subject: string): Promise<string> {
    await say(from, 'Hello')
    await say(from, subject)
    await say(from, 'It has been so since Monday.')
    await say(from, '3')
    const reply = await say(from, 'Router')
    return /TKT-\d+/.exec(reply)?.[0] ?? ''
  }

  return { notification, deliver, lastReply, say, dictate }
}

export type WhatsAppTalk = ReturnType<typeof whatsAppTalk>
