import { fetchPublic, NotFetched } from '#platform/server/send/public-fetch.ts'

export interface Icon {
  image: Buffer
  mimeType: string
}
/** Fetches a website's icon; null without a usable one. Never rejects. */
export type FetchIcon = (host: string) => Promise<Icon | null>

const withinMs = 3000
const maxBytes = 100 * 1024
/** Types that no browser runs; a drawing (SVG) can be run. */
const imageTypes = new Set(['image/png', 'image/x-icon', 'image/jpeg', 'image/gif', 'image/webp'])

/** Bounded, and each value ends at its quote: a foreign page must not keep the server busy. */
const link = /<link\b[^<>]{0,2000}>/gi
const attribute = (name: string) =>
  new RegExp(`\\b${name}\\s{0,9}=\\s{0,9}(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i')
const [relation, address] = [attribute('rel'), attribute('href')]

function valueOf(pattern: RegExp, tag: string): string | undefined {
  const [, quoted, single, bare] = pattern.exec(tag) ?? []
  return quoted ?? single ?? bare
}

function iconIn(html: string, page: URL): URL | undefined {
  const named = (html.match(link) ?? []).find(
    (tag) => /\bicon\b/i.test(valueOf(relation, tag) ?? '') && !/\.svg\b/i.test(tag),
  )
  const href = named && valueOf(address, named)
  return href !== undefined && URL.canParse(href, page.href) ? new URL(href, page) : undefined
}

/** @param except for a test: a private address that is fetched nevertheless, without encryption */
export const createFetchIcon =
  (except?: string): FetchIcon =>
  async (host) => {
    const rules = { maxBytes, signal: AbortSignal.timeout(withinMs), except }
    const site = `${except === undefined ? 'https' : 'http'}://${host}`
    async function imageAt(url: URL): Promise<Icon | null> {
      try {
        const { body } = await fetchPublic(url, rules)
        const { fileTypeFromBuffer } = await import('file-type')
        const type = await fileTypeFromBuffer(body)
        return type && imageTypes.has(type.mime) ? { image: body, mimeType: type.mime } : null
      } catch (error) {
        if (error instanceof NotFetched) return null
        throw error
      }
    }
    if (!URL.canParse(site)) return null
    const usual = await imageAt(new URL('/favicon.ico', site))
    if (usual) return usual
    try {
      const { url, body } = await fetchPublic(new URL(site), rules)
      const named = iconIn(body.toString('latin1'), url)
      return named ? await imageAt(named) : null
    } catch (error) {
      if (error instanceof NotFetched) return null
      throw error
    }
  }
