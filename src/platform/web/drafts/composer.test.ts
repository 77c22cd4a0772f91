import { expect, test } from 'vitest'
import { createComposer, type Kept, type Submission, type Written } from './composer.ts'

interface Content {
  text: string
  isInternal: boolean
}

const empty: Content = { text: '', isInternal: false }
const letter = { uploadId: 'u1', name: 'letter.txt', size: 3 }
const picture = { uploadId: 'u2', name: 'picture.png', size: 5 }

function aComposer(restored?: Kept<Content>) {
  let kept: Kept<Content> | undefined = restored
  const save = (value: Kept<Content> | undefined) => void (kept = value)
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

test('what is to stay of a text that was sent or discarded stays, and is no draft', async () => {
  let kept: Written<Content> | undefined
  const save = (value: Written<Content> | undefined) => void (kept = value)
  const composer = createComposer<Content>({
    draft: { save, saveNow: save },
    restored: undefined,
    empty,
    isSame: (one, other) => one.text.trim() === other.text.trim(),
    rest: ({ isInternal }) => ({ ...empty, isInternal }),
  })
  const written = () => taken(composer.take((all) => all)).written
  composer.write({ text: 'For us', isInternal: true })
  await composer.deliver(taken(composer.take((all) => all)), answered)
  expect(written()).toEqual({ text: '', isInternal: true, files: [] })
  composer.write({ text: 'Not this' })
  composer.clear()
  expect(written()).toEqual({ text: '', isInternal: true, files: [] })
  expect(kept).toBeUndefined()
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

test('what was sent without an answer goes under the same key after a reload, too', async () => {
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

test('what nobody knows to have arrived is known to have failed after a reload, until something is written', async () => {
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

test('what is written while something else arrives was never sent, and is not said to have failed', async () => {
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
