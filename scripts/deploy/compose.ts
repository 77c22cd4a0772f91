import { join } from 'node:path'
import { DCLinter } from 'dclint'
import { z } from 'zod'
import { root } from '../run.ts'

/** The types that the linter brings are not found by their imports. */
const Results = z.array(z.object({ messages: z.array(z.object({ line: z.number(), message: z.string() })) }))

/** The linter holds the file against the schema of the Compose specification, and looks for slips beyond it. */
const linter = new DCLinter({
  rules: {
    // Ours are in the order of their story, and Caddy is there to be reached from everywhere.
    'no-quotes-in-volumes': 0,
    'no-unbound-port-interfaces': 0,
    'service-keys-order': 0,
    'services-alphabetical-order': 0,
    'top-level-properties-order': 0,
  },
  quiet: true,
  debug: false,
  exclude: [],
})

/** @returns what is wrong with compose.yaml, a sentence each */
export function checkCompose(file = join(root, 'compose.yaml')): string[] {
  const results = Results.parse(linter.lintFiles([file], false))
  return results.flatMap(({ messages }) => messages.map(({ line, message }) => `line ${line}: ${message}`))
}
