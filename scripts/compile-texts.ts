import { compileMessage } from '@lingui/message-utils/compileMessage'
import { Visitor, type ESTree, type Plugin } from 'vite'

interface Change {
  start: number
  end: number
  text: string
}

/** A text with placeholders, which says nothing until it is compiled. */
const isTemplate = (node: ESTree.Node | undefined): node is ESTree.StringLiteral =>
  node?.type === 'Literal' && typeof node.value === 'string' && node.value.includes('{')

const compiled = (text: string) => `message: ${JSON.stringify(compileMessage(text))}`

/** `i18n.t('{count} tickets', …)`: the text becomes a descriptor that holds both. */
function textOfCall({ callee, arguments: [text] }: ESTree.CallExpression): Change[] {
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return []
  if (callee.object.type !== 'Identifier' || callee.object.name !== 'i18n' || callee.property.name !== 't')
    return []
  if (text?.type !== 'Literal')
    throw new Error('The text of i18n.t must be a literal: no browser compiles it.')
  if (!isTemplate(text)) return []
  const { start, end, value } = text
  return [{ start, end, text: `{ id: ${JSON.stringify(value)}, ${compiled(value)} }` }]
}

/** `jsx(Trans, { id: '<link>{name}</link>', … })`: the component takes the compiled text beside its id. */
function textOfTrans({ arguments: [component, props] }: ESTree.CallExpression): Change[] {
  if (component?.type !== 'Identifier' || component.name !== 'Trans' || props?.type !== 'ObjectExpression')
    return []
  return props.properties.flatMap((property) => {
    if (property.type !== 'Property' || property.key.type !== 'Identifier' || property.key.name !== 'id')
      return []
    const { value } = property
    return isTemplate(value) ? [{ start: value.end, end: value.end, text: `, ${compiled(value.value)}` }] : []
  })
}

function applied(code: string, changes: readonly Change[]): string {
  let result = code
  for (const { start, end, text } of changes.toSorted((a, b) => b.start - a.start))
    result = result.slice(0, start) + text + result.slice(end)
  return result
}

/**
 * Compiles all texts as the web is built, those in the code and those of the catalogues, so that no browser has to: the parser
 * weighs more than everything it would parse on a first page.
 */
export const compileTexts: Plugin = {
  name: 'compile-texts',
  apply: 'build',
  transform: {
    filter: { id: /[/]src[/].+[.]tsx?$/, code: /i18n[.]t|Trans/ },
    handler(code) {
      const changes: Change[] = []
      new Visitor({
        CallExpression: (call) => void changes.push(...textOfCall(call), ...textOfTrans(call)),
      }).visit(this.parse(code))
      return changes.length > 0 ? { code: applied(code, changes), map: null } : null
    },
  },
}

/** The catalogues, compiled; before what makes modules of other JSON files. */
export const compileCatalogues: Plugin = {
  name: 'compile-catalogues',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /[/]src[/]locales[/].+[.]json$/ },
    handler(code) {
      const texts = Object.entries(JSON.parse(code) as Record<string, string>)
      const messages = texts
        .filter(([, text]) => text !== '')
        .map(([id, text]) => [id, text.includes('{') ? compileMessage(text) : text])
      return { code: JSON.stringify(Object.fromEntries(messages)), map: null }
    },
  },
}
