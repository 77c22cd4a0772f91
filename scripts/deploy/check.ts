import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../run.ts'
import { checkCompose } from './compose.ts'
import { checkDockerfile } from './dockerfile.ts'
import { checkKubernetes } from './kubernetes.ts'
import { askPrograms } from './programs.ts'

const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** Of the variables that are set for the program, those that it does not know. */
function checkNames(): string[] {
  const known = new Set([...read('.env.example').matchAll(/^([A-Z][A-Z\d_]+)=/gm)].map(([, name]) => name))
  const set: [file: string, names: RegExp][] = [
    ['compose.yaml', /(?<=^x-node:(?:(?!^\S)[^])*)^ {4}([A-Z][A-Z\d_]+):/gm],
    ['deploy/kubernetes/kustomization.yaml', /^ +- ([A-Z][A-Z\d_]+)=/gm],
    ['deploy/kubernetes/deployment.yaml', /name: ([A-Z][A-Z\d_]+),/g],
    ['deploy/systemd/signalbox@.service', /^#?Environment=.*?([A-Z][A-Z\d_]+)=/gm],
    ['Dockerfile', /(?<=^ENV .*)([A-Z][A-Z\d_]+)=/gm],
  ]
  return set.flatMap(([file, names]) => {
    const found = [...read(file).matchAll(names)].map(([, name = '']) => name.replace(/_FILE$/, ''))
    if (found.length === 0) return [`${file}: no variables were found`]
    return found
      .filter((name) => !known.has(name))
      .map((name) => `${file}: .env.example does not know ${name}`)
  })
}

const named = (file: string, faults: string[]) => faults.map((fault) => `${file}: ${fault}`)

const asked = askPrograms()
const faults = [
  ...named('Dockerfile', checkDockerfile()),
  ...named('compose.yaml', checkCompose()),
  ...named('deploy/kubernetes', checkKubernetes()),
  ...checkNames(),
  ...asked.flatMap((one) => one.faults),
]
for (const { skipped } of asked) if (skipped !== undefined) console.log(skipped)
for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exitCode = 1
