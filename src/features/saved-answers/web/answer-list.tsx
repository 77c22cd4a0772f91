import { i18n } from '#platform/contract/i18n.ts'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { BookmarkPlus, MessageSquareText, Settings2 } from 'lucide-react'
import { useRef, useState, type RefObject } from 'react'
import type { CurrentUser } from '#features/users/contract.ts'
import { wordsFinder } from '#platform/contract/searchable.ts'
import { lazyPart } from '#platform/web/lazy-parts.ts'
import { TypedList } from '#platform/web/ui/form/typed-list.tsx'
import {
  lineBefore,
  putBeforeCaret,
  useTyped,
  useTypedList,
  type Typed,
} from '#platform/web/ui/form/use-typed-list.ts'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { PartBoundary } from '#platform/web/ui/part-boundary.tsx'
import type { SavedAnswer } from '../contract.ts'
import { savedAnswerList } from './api.ts'
import { fillIn, type Values } from './fill-in.ts'

const SavedAnswersDialog = lazyPart(() => import('./saved-answers-dialog.tsx'), 'SavedAnswersDialog')

/** Slash at the beginning of a line, with the search text. */
const pattern = /^\/([^@]{0,60})$/

const saveAs = {
  id: 'save-as',
  get title() {
    return i18n.t('Save as answer…')
  },
  icon: BookmarkPlus,
}
const manage = {
  id: 'manage',
  get title() {
    return i18n.t('Manage saved answers…')
  },
  icon: Settings2,
}
type Item = SavedAnswer | typeof manage

interface AnswerListProps {
  textarea: RefObject<HTMLTextAreaElement | null>
  viewer: CurrentUser
  values: Values
  onWrite(content: string): void
}

/** Lists answers while a slash is typed, and adds the button that types it. */
export function AnswerList({ textarea, viewer, values, onWrite }: AnswerListProps) {
  /** Text inserted by the button. */
  const put = useRef('')
  const typed = useTyped({ textarea, pattern, isOffered: true, onLeft: takeBack })
  const answers = useQuery({ ...savedAnswerList(), enabled: typed !== undefined })
  const [dialog, setDialog] = useState<{ text?: string }>()

  const fits = wordsFinder(typed?.text ?? '')
  const found = titlesFirst(answers.data ?? [], fits)
  const isWritten = (textarea.current?.value.trim().length ?? 0) > (typed?.length ?? 0)
  const commands = isWritten ? [saveAs, manage] : [manage]
  const list = useTypedList<Item>({
    textarea,
    typed,
    items: [...found, ...(found.length > 0 ? commands : commands.filter(({ title }) => fits(title)))],
    // A path typed at the beginning of a line must not swallow Enter.
    isDeliberate: (item) => 'icon' in item || !fits(item.title),
    onPick: pick,
  })

  function pick(item: Item, { length }: Typed) {
    const field = textarea.current
    if (!field) return
    put.current = ''
    if (!('icon' in item)) return putBeforeCaret(field, fillIn(item.text, values), length, onWrite)
    const caret = field.selectionStart
    const text = (field.value.slice(0, caret - length) + field.value.slice(caret)).trim()
    onWrite(text)
    setDialog(item === saveAs ? { text } : {})
  }

  function typeSlash() {
    const field = textarea.current
    if (!field) return
    if (typed) return typed.leave()
    field.focus()
    field.setSelectionRange(field.selectionEnd, field.selectionEnd)
    put.current = lineBefore(field) === '' ? '/' : '\n/'
    putBeforeCaret(field, put.current, 0, onWrite)
  }

  /** Removes the slash of the button, which the author did not type. */
  function takeBack() {
    const field = textarea.current
    if (!field) return
    const before = field.value.slice(0, field.selectionStart)
    if (put.current && before.endsWith(put.current))
      onWrite(before.slice(0, -put.current.length) + field.value.slice(field.selectionStart))
    put.current = ''
  }

  return (
    <>
      <IconButton
        label={i18n.t('Saved Answers')}
        // Hidden during the preview, which has no cursor.
        className="in-[form:has([role=tabpanel][hidden]_textarea)]:invisible"
        onMouseDown={(event) => event.preventDefault()}
        onClick={typeSlash}
      >
        <MessageSquareText aria-hidden />
      </IconButton>
      <TypedList
        list={list}
        label={i18n.t('Saved answers')}
        counted={i18n.t('{count, plural, one {# answer} other {# answers}} to choose from', {
          count: found.length,
        })}
        note={<Note query={answers} />}
        className="w-96 max-w-[calc(100vw-16px)]"
      >
        {(item) => <Option item={item} values={values} />}
      </TypedList>
      {dialog && (
        <PartBoundary what={i18n.t('The saved answers')} note="floating" onRetry={() => setDialog(undefined)}>
          <SavedAnswersDialog viewer={viewer} {...dialog} onClose={() => setDialog(undefined)} />
        </PartBoundary>
      )}
    </>
  )
}

function Note({ query: { data, isError } }: { query: UseQueryResult<SavedAnswer[]> }) {
  if (data && data.length > 0) return null
  const why = data ? i18n.t('No saved answers yet.') : i18n.t('Loading saved answers...')
  return (
    <p role="status" className="px-3 pt-2.5 pb-1 text-muted">
      {isError ? i18n.t('The saved answers could not be loaded.') : why}
    </p>
  )
}

function Option({ item, values }: { item: Item; values: Values }) {
  if ('icon' in item)
    return (
      <>
        <item.icon aria-hidden />
        {item.title}
      </>
    )
  return (
    <span className="min-w-0 flex-1">
      <span className="block truncate font-medium">{item.title}</span>
      <span className="block truncate text-meta font-normal text-muted">{fillIn(item.text, values)}</span>
    </span>
  )
}

function titlesFirst(answers: readonly SavedAnswer[], fits: (text: string) => boolean): SavedAnswer[] {
  const byTitle = answers.filter(({ title }) => fits(title))
  return [...byTitle, ...answers.filter((one) => !byTitle.includes(one) && fits(one.text))]
}
