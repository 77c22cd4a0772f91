import type { BrowserContext, Page } from '@playwright/test'

/** A message in the corner of the screen. */
interface Message {
  title: string
  text: string
}

const shownIn = new WeakMap<Page, Message[]>()

/** Runs in each page, from its beginning. */
function watchMessages(): void {
  const { noteMessage } = window as unknown as { noteMessage(message: Message): void }
  const note = (shown: Element) =>
    noteMessage({ title: shown.getAttribute('aria-label') ?? '', text: shown.textContent ?? '' })
  // In the corner of the screen, or beside what they are about.
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const added of addedNodes)
        if (added instanceof Element)
          for (const shown of [added, ...added.querySelectorAll('.toast')])
            if (shown.matches('.toast')) note(shown)
  }).observe(document, { childList: true, subtree: true })
}

/** Keeps the messages of all pages of a browser: each is shown for five seconds, and a busy machine may not look for as long. */
export async function keepMessages(context: BrowserContext): Promise<void> {
  context.on('page', (page) => shownIn.set(page, []))
  await context.exposeBinding('noteMessage', ({ page }, message: Message) => shownIn.get(page)?.push(message))
  await context.addInitScript(watchMessages)
}

/** Lists the messages of the page, in order, since the last one that was taken away. */
export function messagesOf(page: Page): Message[] {
  const messages = shownIn.get(page)
  if (!messages)
    throw new Error('Messages of this browser are not kept: call keepMessages where it is opened.')
  return messages
}
