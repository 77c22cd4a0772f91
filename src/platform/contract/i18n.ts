import { setupI18n, type I18n, type Messages } from '@lingui/core'
import { compileMessage } from '@lingui/message-utils/compileMessage'

/** The languages of the interface. English is the one that the texts in the code are written in. */
export const languages = ['en', 'de'] as const
export type Language = (typeof languages)[number]

/** Name of each language in itself. */
export const languageNames: Record<Language, string> = { en: 'English', de: 'Deutsch' }

const compiled = new Map<string, ReturnType<typeof compileMessage>>()

/** Texts are compiled where they are first used: English has no catalogue, since each text is its own key. */
function compile(text: string) {
  let message = compiled.get(text)
  if (message === undefined) {
    message = text.includes('{') ? compileMessage(text) : [text]
    compiled.set(text, message)
  }
  return message
}

/**
 * The texts of one language.
 * @param catalogue the translations by their English texts; what it lacks is said in English
 */
export function createI18n(language: string, catalogue: Messages = {}): I18n {
  const created = setupI18n()
  created.setMessagesCompiler(compile)
  created.loadAndActivate({ locale: language, messages: catalogue })
  return created
}

export const english = createI18n('en')

let current: () => I18n = () => english

/** Says whose language the texts are in: in a browser always the same, on a server that of whoever the work is for. */
export function chooseI18n(find: () => I18n): void {
  current = find
}

export const i18n = {
  /**
   * A text in the language of whoever reads it.
   * @param text the English text in ICU MessageFormat, written out where it is used: `lingui extract` collects it from there
   * @param values for its placeholders
   */
  t: (text: string, values?: Record<string, string | number | bigint | null | undefined>): string =>
    current().t(text, values),
  /** The language itself, as in `lang` and for `Intl`. */
  get locale(): string {
    return current().locale
  },
}

/**
 * Texts by the names of what they stand for, each in the language of whoever reads it at that moment.
 * @param texts write each text out, as `i18n.t` needs it
 */
export const words = <K extends string>(texts: Readonly<Record<K, () => string>>) =>
  Object.create(
    null,
    Object.fromEntries(
      Object.entries(texts).map(([name, get]) => [name, { get, enumerable: true } as PropertyDescriptor]),
    ),
  ) as Readonly<Record<K, string>>

/**
 * The first of these languages that there are texts in.
 * @param wanted tags such as `de-AT`, the most wanted first
 */
export function firstSpoken(wanted: readonly string[]): Language | undefined {
  for (const tag of wanted) {
    const found = languages.find((language) => language === tag.toLowerCase().split('-')[0])
    if (found) return found
  }
  return undefined
}
