import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

/** Files that write rows of any feature, and why. */
const mayWrite: Readonly<Record<string, string>> = {
  'src/app/server/health.ts': 'writes the head of the log as it is, to see that the database takes writes',
  'src/platform/server/database/migrations.ts': 'carries out and notes migrations',
  'src/platform/server/database/rows.ts': 'fills every table from a backup',
  'src/features/backup/server/restore.ts': 'fills every table from a backup',
  'src/features/trash/server/public/snapshot.ts': 'inserts the rows again of what is restored',
}

export const deeds = {
  'tables-are-written-by-their-feature':
    'Only `server` of the feature that owns a table inserts, updates or deletes in it; others call its service.',
  'writes-name-their-table':
    'Insert, update or delete in an imported table; a variable hides which one it is.',
}
type Deed = keyof typeof deeds

/** The features that own the tables. */
async function ownersIn(folder: string): Promise<Map<string, string>> {
  const { map } = (await import(join(folder, '.dependency-cruiser.mjs'))) as { map: Record<string, string[]> }
  return new Map(Object.entries(map).flatMap(([feature, own]) => own.map((table) => [table, feature])))
}

const writing = new Set(['insert', 'update', 'delete'])
const isDatabase = /(^|[.])(tx|db)$/
const beforeTable = /\b(insert\s+into|delete\s+from|truncate(\s+table)?|merge\s+into)\s+(only\s+)?$/i
const beforeUpdated = /\bupdate\s+(only\s+)?$/i
const afterUpdated = /^\s+(as\s+\w+\s+)?set\b/i
const withName =
  /\b(?:insert\s+into|delete\s+from|truncate(?:\s+table)?|merge\s+into|update(?=\s+(?:only\s+)?\w+\s+(?:as\s+\w+\s+)?set\b))\s+(?:only\s+)?(\w+)/gi

/** Tables by their names in the database. */
const tablesByName = (folder: string, modules: readonly string[]) =>
  new Map(
    modules
      .filter((file) => file.startsWith('src/tables/'))
      .flatMap((file) =>
        [...readFileSync(join(folder, file), 'utf8').matchAll(/pgTable\(\s*'(\w+)'/g)].map(
          ([, name = '']): [string, string] => [name, file.slice('src/tables/'.length, -'.ts'.length)],
        ),
      ),
  )

/** Tables by the names that a file imports. */
function importedTables(source: ts.SourceFile): Map<string, string> {
  const tables = new Map<string, string>()
  for (const statement of source.statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue
    const table = /^#tables\/(.+)[.]ts$/.exec(statement.moduleSpecifier.text)?.[1]
    const bindings = statement.importClause?.namedBindings
    if (table === undefined || !bindings || !ts.isNamedImports(bindings)) continue
    for (const { name } of bindings.elements) tables.set(name.text, table)
  }
  return tables
}

/** The table that a call of the query builder writes; null: one that a variable hides. */
function writtenByCall(node: ts.Node, imported: ReadonlyMap<string, string>): string | null | undefined {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined
  const { expression: receiver, name } = node.expression
  const [table] = node.arguments
  if (!writing.has(name.text) || !table) return undefined
  return imported.get(table.getText()) ?? (isDatabase.test(receiver.getText()) ? null : undefined)
}

/** The tables that a template of SQL writes; null: one that a variable hides. */
function writtenByTemplate(node: ts.Node, imported: ReadonlyMap<string, string>): (string | null)[] {
  if (!ts.isTemplateExpression(node)) return []
  const texts = [node.head, ...node.templateSpans.map(({ literal }) => literal)].map(({ text }) => text)
  return node.templateSpans
    .filter((_span, place) => {
      const [before = '', after = ''] = texts.slice(place)
      return beforeTable.test(before) || (beforeUpdated.test(before) && afterUpdated.test(after))
    })
    .map(({ expression }) => imported.get(expression.getText()) ?? null)
}

function tablesWrittenIn(file: string, text: string, names: ReadonlyMap<string, string>) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const imported = importedTables(source)
  const written = new Set<string | null | undefined>()
  function look(node: ts.Node): void {
    written.add(writtenByCall(node, imported))
    for (const table of writtenByTemplate(node, imported)) written.add(table)
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node))
      for (const [, name = ''] of node.text.matchAll(withName)) written.add(names.get(name))
    ts.forEachChild(node, look)
  }
  look(source)
  written.delete(undefined)
  return [...written] as (string | null)[]
}

/** Finds writes in a table outside `server` of the feature that owns it. */
export async function strangeWrites(folder: string, modules: readonly string[]) {
  const ownerOf = await ownersIn(folder)
  const names = tablesByName(folder, modules)
  return modules
    .filter((file) => /^src\/(app|features|platform)\/.+[.]ts$/.test(file) && !file.endsWith('.test.ts'))
    .filter((file) => !(file in mayWrite))
    .flatMap((from) => {
      const feature = /^src\/features\/([^/]+)\/(?:.+\/)?server\//.exec(from)?.[1]
      return tablesWrittenIn(from, readFileSync(join(folder, from), 'utf8'), names)
        .filter((table) => table === null || feature === undefined || ownerOf.get(table) !== feature)
        .map((table) => {
          const name: Deed =
            table === null ? 'writes-name-their-table' : 'tables-are-written-by-their-feature'
          return { rule: { name }, from, to: table ?? 'a variable' }
        })
    })
}
