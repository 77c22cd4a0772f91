import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { CallError } from '#platform/web/call.ts'
import { createComposer, type StoredDraft, type Submission } from './composer.ts'

interface Content {
  text: string
  isInternal: boolean
}

const empty: Content = { text: '', isInternal: false }
const letter = { uploadId: 'u1', name: 'letter.txt', size: 3 }
const picture = { uploadId: 'u2', name: 'picture.png', size: 5 }

function aComposer(restored?: StoredDraft<Content>) {
  let kept: StoredDraft<Content> | undefined = restored
  const save = (value: StoredDraft<Content> | undefined) => void (kept = value)
  const composer = createComposer<Content>({
    draft: { save, saveNow: save },
    restored,
    empty,
    isSame: (one, other) => one.text.trim() === other.text.trim(),
  })
  const take = () =>
    composer.take(({ text, isInternal }, attachmentIds) => ({ text: text.trim(), isInternal, attachmentIds }))
  return { composer, take, draft: () => kept }
}

/** A server that answers when it is told to. */
function aServer() {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  return { post: () => promise, answer: () => resolve('done'), fail: () => reject(new Error('no line')) }
}

const taken = <T>(submission: T | undefined): T => {
  if (!submission) throw new Error('nothing was taken')
  return submission
}
const answered = async () => 'done'

test('a written text is kept until the server has it, and then gone with its files', async () => {
  const { composer, take, draft } = aComposer()
  composer.write({ text: ' Hello ', isInternal: true })
  composer.setFiles([letter])
  expect(draft()).toEqual({ text: ' Hello ', isInternal: true, files: [letter] })
  const sent = taken(take())
  expect(sent.body).toEqual({ text: 'Hello', isInternal: true, attachmentIds: ['u1'] })
  await expect(composer.deliver(sent, answered)).resolves.toBe('done')
  expect(draft()).toBeUndefined()
  expect(taken(take()).written).toEqual({ ...empty, files: [] })
})

test('a second click sends nothing while the first is on its way', async () => {
  const { composer, take } = aComposer()
  const { post, answer } = aServer()
  composer.write({ text: 'Once' })
  const delivered = composer.deliver(taken(take()), post)
  expect(take()).toBeUndefined()
  answer()
  await delivered
  expect(take()).toBeDefined()
})

test('a text typed and files added while another is being sent are the next one', async () => {
  const { composer, take, draft } = aComposer()
  const { post, answer } = aServer()
  composer.write({ text: 'The first' })
  composer.setFiles([letter])
  const delivered = composer.deliver(taken(take()), post)
  composer.write({ text: 'The first and more' })
  composer.setFiles([letter, picture])
  answer()
  await delivered
  expect(draft()).toEqual({ text: 'The first and more', isInternal: false, files: [picture] })
})

test('a file that is added while one is on its way waits for the next, without the text that was sent', async () => {
  const { composer, take, draft } = aComposer()
  const { post, answer } = aServer()
  composer.write({ text: 'The first', isInternal: true })
  const delivered = composer.deliver(taken(take()), post)
  composer.setFiles([picture])
  answer()
  await delivered
  expect(draft()).toEqual({ ...empty, files: [picture] })
})

test('a lost line costs nothing, and the same sent again goes under the same key', async () => {
  const { composer, take, draft } = aComposer()
  const { post, fail } = aServer()
  composer.write({ text: 'Hello' })
  const first = taken(take())
  const delivered = composer.deliver(first, post)
  composer.write({ text: 'Hello you' })
  fail()
  await expect(delivered).rejects.toThrow('no line')
  expect(draft()).toMatchObject({ text: 'Hello you' })
  composer.write({ text: 'Hello ' })
  const again: Submission<Content, unknown> = taken(take())
  expect(again.key).toBe(first.key)
  await composer.deliver(again, answered)
  composer.write({ text: 'Hello' })
  expect(taken(take()).key).not.toBe(first.key)
})

test('a retry after a reload uses the key of the unanswered attempt', async () => {
  const { composer, take, draft } = aComposer()
  const { post, fail } = aServer()
  composer.write({ text: 'Hello' })
  const first = taken(take())
  const delivered = composer.deliver(first, post)
  const reloaded = aComposer(draft())
  fail()
  await expect(delivered).rejects.toThrow('no line')
  const again = taken(reloaded.take())
  expect(again.key).toBe(first.key)
  await reloaded.composer.deliver(again, answered)
  reloaded.composer.write({ text: 'Hello' })
  expect(reloaded.draft()).toEqual({ text: 'Hello', isInternal: false, files: [] })
  expect(taken(reloaded.take()).key).not.toBe(first.key)
})

test('a message without an answer counts as failed after a reload, until the author writes on', async () => {
  const { composer, take, draft } = aComposer()
  const { post, fail } = aServer()
  composer.write({ text: 'Hello' })
  const delivered = composer.deliver(taken(take()), post)
  expect(draft()).toMatchObject({ text: 'Hello', isUnanswered: true })
  fail()
  await expect(delivered).rejects.toThrow('no line')
  const reloaded = aComposer(draft())
  expect(reloaded.composer.isEmpty()).toBe(false)
  expect(draft()).toMatchObject({ isUnanswered: true })
  reloaded.composer.write({ text: 'Hello you' })
  expect(reloaded.draft()?.isUnanswered).toBeUndefined()
})

describe('a text whose answer is lost', () => {
  const lost = () => Promise.reject(new CallError(0, 'No connection'))
  beforeEach(() => {
    vi.useFakeTimers()
    vi.stubGlobal('navigator', { onLine: true })
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  async function loses({ composer, take }: ReturnType<typeof aComposer>, text: string) {
    composer.write({ text })
    const sent = taken(take())
    const failed = composer.deliver(sent, lost).catch((error: unknown) => error)
    await vi.runAllTimersAsync()
    expect(await failed).toBeInstanceOf(CallError)
    return sent
  }

  test('is asked for again by its key, and has arrived where that is answered', async () => {
    const { composer, take, draft } = aComposer()
    composer.write({ text: 'Hello' })
    const sent = taken(take())
    const keys: string[] = []
    const delivered = composer.deliver(sent, async ({ key }) => {
      keys.push(key)
      return keys.length === 1 ? lost() : 'done'
    })
    await vi.runAllTimersAsync()
    expect(await delivered).toBe('done')
    expect([keys, draft()]).toEqual([[sent.key, sent.key], undefined])
  })

  test('gives its key to what is made of it, also after a reload, so that the server takes one of both', async () => {
    const one = aComposer()
    const { key } = await loses(one, 'Hello')
    one.composer.write({ text: 'Hello you' })
    expect(taken(one.take()).key).toBe(key)
    expect(one.draft()?.tried?.isUnknown).toBe(true)
    const reloaded = aComposer(one.draft())
    expect(taken(reloaded.take()).key).toBe(key)
    await reloaded.composer.deliver(taken(reloaded.take()), answered)
    reloaded.composer.write({ text: 'Another' })
    expect(taken(reloaded.take()).key).not.toBe(key)
  })

  test('frees the next from its key once it turns out to have arrived', async () => {
    const one = aComposer()
    const { key } = await loses(one, 'Hello')
    one.composer.write({ text: 'Hello you' })
    const refused = () => Promise.reject(new CallError(409, '{}'))
    await expect(one.composer.deliver(taken(one.take()), refused)).rejects.toThrow('409')
    expect(one.draft()).toMatchObject({ text: 'Hello you' })
    expect(taken(one.take()).key).not.toBe(key)
  })
})

test('text that is written while another message arrives is not marked as failed', async () => {
  const { composer, take, draft } = aComposer()
  const { post, answer } = aServer()
  composer.write({ text: 'The first' })
  const delivered = composer.deliver(taken(take()), post)
  composer.write({ text: 'The second' })
  answer()
  await delivered
  expect(draft()).toEqual({ text: 'The second', isInternal: false, files: [] })
})

test('a restored draft can be discarded', () => {
  const { composer, draft } = aComposer({ text: 'Half a thought', isInternal: false, files: [letter] })
  expect(composer.isEmpty()).toBe(false)
  composer.clear()
  expect(composer.isEmpty()).toBe(true)
  expect(draft()).toBeUndefined()
})
