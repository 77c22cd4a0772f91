import { setTimeout as wait } from 'node:timers/promises'
import nodemailer from 'nodemailer'

/** Builds a mail with a file, the same bytes each time. @param head From, Message-ID, Subject and the like */
export const rawMail = (head: readonly string[]): string =>
  [
    ...head,
    'To: support@desk.test',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'Words.',
    '--b',
    'Content-Type: text/plain; name=log.txt',
    'Content-Disposition: attachment; filename=log.txt',
    '',
    'error 7',
    '--b--',
    '',
  ].join('\r\n')

/**
 * Sends until a server has said that it stored the mail, as a relay does.
 * @param ports of the servers, tried in turn
 * @param first number whose remainder chooses the first port
 */
export async function sendSurely(raw: string, ports: readonly number[], first = 0): Promise<void> {
  for (let tries = first; ; tries++) {
    const port = ports[tries % ports.length]
    const transport = nodemailer.createTransport({ host: '127.0.0.1', port, ignoreTLS: true })
    try {
      await transport.sendMail({
        envelope: { from: 'ana@meridian.test', to: ['support@desk.test'] },
        raw,
      })
      return
    } catch {
      await wait(100)
    } finally {
      transport.close()
    }
  }
}
