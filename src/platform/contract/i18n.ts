import { setupI18n, type I18n, type Messages } from '@lingui/core'

/** Languages of the interface. English is the language of the texts in the code. */
export const languages = ['en', 'de'] as const
export type Language = (typeof languages)[number]

export const languageNames: Record<Language, string> = { en: 'English', de: 'Deutsch' }

/** Creates the texts of one language. @param catalogue translations by their English texts; missing ones stay English */
export function createI18n(language: string, catalogue: Messages = {}): I18n {
  const created = setupI18n()
  created.loadAndActivate({ locale: language, messages: catalogue })
  return created
}

export const english = createI18n('en')

let current: () => I18n = () => english

/** Sets the source of the language: constant in a browser, on a server that of the current work's reader. */
export function chooseI18n(find: () => I18n): void {
  current = find
}

export const i18n = {
  /** Translates a text for its reader. @param text English ICU MessageFormat, a literal: `lingui extract` collects it from the call */
  t: (text: string, values?: Record<string, string | number | bigint | null | undefined>): string =>
    current().t(text, values),
  get locale(): string {
    return current().locale
  },
}

/** Makes a record of texts, each translated when it is read. @param texts write each text out, as `i18n.t` needs it */
export const words = <K extends string>(texts: Readonly<Record<K, () => string>>) =>
  Object.create(
    null,
    Object.fromEntries(
      Object.entries(texts).map(([name, get]) => [name, { get, enumerable: true } as PropertyDescriptor]),
    ),
  ) as Readonly<Record<K, string>>

/** Finds the first supported language. @param wanted tags such as `de-AT`, the most wanted first */
export function firstSpoken(wanted: readonly string[]): Language | undefined {
  for (const tag of wanted) {
    const found = languages.find((language) => language === tag.toLowerCase().split('-')[0])
    if (found) return found
  }
  return undefined
}
