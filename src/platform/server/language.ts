import { AsyncLocalStorage } from 'node:async_hooks'
import { readFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import type { I18n } from '@lingui/core'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import Negotiator from 'negotiator'
import { chooseI18n, createI18n, english, i18n, languages, type Language } from '#platform/contract/i18n.ts'

const spoken = new AsyncLocalStorage<I18n>()
chooseI18n(() => spoken.getStore() ?? english)

const compiled = new Map<string, ReturnType<typeof compileMessage>>()

/** Compiles a text at its first use. The build compiles texts of the web, so that no browser loads the parser. */
function compile(text: string) {
  let message = compiled.get(text)
  if (message === undefined) {
    message = text.includes('{') ? compileMessage(text) : [text]
    compiled.set(text, message)
  }
  return message
}
english.setMessagesCompiler(compile)

const known = new Map<Language, I18n>([['en', english]])
const catalogues = ['signed-out', 'desk', 'server']

function readCatalogue(language: Language, name: string): Record<string, string> {
  const file = new URL(`../../locales/${language}/${name}.json`, import.meta.url)
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
}

/** Loads a catalogue at its first use: most servers speak few languages. */
function textsOf(language: Language): I18n {
  let texts = known.get(language)
  if (!texts) {
    texts = createI18n(
      language,
      Object.assign({}, ...catalogues.map((name) => readCatalogue(language, name))),
    )
    texts.setMessagesCompiler(compile)
    known.set(language, texts)
  }
  return texts
}

/** Runs work, also its later parts, in the language of its reader. @param language English when null */
export function inLanguage<T>(language: Language | null | undefined, work: () => T): T {
  const texts = textsOf(language ?? 'en')
  return texts === (spoken.getStore() ?? english) ? work() : spoken.run(texts, work)
}

export const languageInUse = (): Language => languages.find((language) => language === i18n.locale) ?? 'en'

/** Negotiates a language by `Accept-Language`; undefined without the header or a match. */
export function languageOfHeaders(headers: IncomingHttpHeaders): Language | undefined {
  if (headers['accept-language'] === undefined) return undefined
  const best = new Negotiator({ headers }).language([...languages])
  return languages.find((language) => language === best)
}
