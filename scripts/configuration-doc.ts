import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import * as variables from '#platform/server/process/variables.ts'
import { root } from './run.ts'

const file = join(root, 'docs', 'configuration.md')

const groups = {
  Basics: { ...variables.basics, ...variables.clock },
  Database: variables.database,
  Files: variables.files,
  Mail: variables.mail,
  'Mail that comes in': variables.inboundMail,
  'Text messages': variables.sms,
  WhatsApp: variables.whatsApp,
  Limits: variables.callLimits,
  Telemetry: variables.telemetry,
}

const introduction = `# Configuration

Signalbox reads variables of the environment once, at start. A file \`.env\` in the directory you
start in counts where the environment says nothing; \`.env.example\` is one to copy. An empty value
counts as absent. The program names every mistake in one message, and ends.

Instead of any \`NAME\`, \`NAME_FILE\` names a file with the value, as Docker, Kubernetes and systemd
hand out secrets: \`APP_SECRET_FILE=/run/secrets/app_secret\`.

Set-up, step by step: [PostgreSQL](postgres.md), [files](files.md),
[mail, text messages and WhatsApp](channels.md), [everything else](operations.md).
`

function defaultOf(schema: z.ZodType): string | undefined {
  const told = schema.meta()?.default
  if (typeof told === 'string') return told
  if (!(schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault)) return undefined
  const { defaultValue } = schema.def
  return defaultValue === '' ? undefined : `\`${String(defaultValue)}\``
}

function choicesOf(schema: z.ZodType): string {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional)
    return choicesOf(schema.def.innerType as z.ZodType)
  if (!(schema instanceof z.ZodEnum)) return ''
  return ` One of ${schema.options.map((option) => `\`${option}\``).join(', ')}.`
}

function entryOf([name, schema]: [string, z.ZodType]): string {
  const description = schema.meta()?.description
  if (description === undefined) throw new Error(`${name} has no description in variables.ts.`)
  const byDefault = defaultOf(schema)
  const heading = byDefault === undefined ? `\`${name}\`.` : `\`${name}\` (default: ${byDefault}).`
  return `- ${heading} ${description}${choicesOf(schema)}`
}

/** Breaks the lines of an entry of a list at 100 characters. */
const wrapped = (entry: string) => entry.replaceAll(/(.{1,98})(?: |$)/g, '$1\n  ').trimEnd()

const sections = Object.entries(groups).map(
  ([title, group]) => `## ${title}\n\n${Object.entries(group).map(entryOf).map(wrapped).join('\n')}\n`,
)
const fresh = [introduction, ...sections].join('\n')
const written = await readFile(file, 'utf8').catch(() => '')

if (!process.argv.includes('--check')) await writeFile(file, fresh)
else if (fresh !== written) {
  console.error('docs/configuration.md is stale: run `node scripts/configuration-doc.ts` and commit it.')
  process.exitCode = 1
}
