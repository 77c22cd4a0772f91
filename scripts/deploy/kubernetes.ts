import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import ts from 'typescript'
import { parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { root } from '../run.ts'

const Manifest = z.looseObject({ apiVersion: z.string(), kind: z.string() })
type Manifest = z.infer<typeof Manifest>
const Kustomization = z.object({ resources: z.array(z.string()) })

const options: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  lib: ['lib.es2022.d.ts'],
  types: [],
}

/** Nobody writes this file; it lies where the packages of the project are found. */
const virtual = join(root, 'scripts', 'manifests.ts')

/** The types of the API know every field, and so which one there is not, deep down and by its near name. */
function typeFaults(manifests: readonly Manifest[]): string[] {
  const text = manifests
    .map(({ apiVersion, kind, ...rest }, index) => {
      const type = `import('kubernetes-models/${apiVersion.replace(/^core\//, '')}/${kind}').I${kind}`
      return `export const manifest${index} = ${JSON.stringify({ apiVersion, kind, ...rest })} satisfies ${type}`
    })
    .join('\n')
  const host = ts.createCompilerHost(options)
  const { getSourceFile } = host
  host.getSourceFile = (name, ...how) =>
    name === virtual
      ? ts.createSourceFile(name, text, ts.ScriptTarget.ESNext)
      : getSourceFile.call(host, name, ...how)
  return ts
    .getPreEmitDiagnostics(ts.createProgram([virtual], options, host))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))
}

/** @returns what is wrong with the manifests of a folder, a sentence each */
export function checkKubernetes(folder = join(root, 'deploy', 'kubernetes')): string[] {
  const faults: string[] = []
  const manifests: Manifest[] = []
  const listed = new Set<string>()
  const files = globSync('*.yaml', { cwd: folder })
  for (const file of files) {
    for (const document of parseAllDocuments(readFileSync(join(folder, file), 'utf8'))) {
      faults.push(...document.errors.map(({ message }) => `${file}: ${message}`))
      const content: unknown = document.toJS()
      if (file === 'kustomization.yaml')
        for (const name of Kustomization.parse(content).resources) listed.add(name)
      else manifests.push(Manifest.parse(content))
    }
  }
  for (const name of listed)
    if (!files.includes(name)) faults.push(`kustomization.yaml names ${name}, which is not there`)
  for (const name of files)
    if (!listed.has(name) && name !== 'kustomization.yaml' && !basename(name).startsWith('secret.'))
      faults.push(`kustomization.yaml does not name ${name}`)
  return [...faults, ...typeFaults(manifests)]
}
