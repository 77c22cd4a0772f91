import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { checkCompose } from '../scripts/deploy/compose.ts'
import { checkDockerfile } from '../scripts/deploy/dockerfile.ts'
import { checkKubernetes } from '../scripts/deploy/kubernetes.ts'
import { root } from '../scripts/run.ts'

const read = (file: string) => fs.readFileSync(path.join(root, file), 'utf8')

function folderWith(files: Record<string, string>): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'signalbox-deploy-'))
  onTestFinished(() => fs.rmSync(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(folder, name), text)
  return folder
}

/** A text in which something was changed that is there. */
function changed(text: string, from: string | RegExp, to: string): string {
  expect(text).toMatch(from)
  return text.replace(from, to)
}

test.each([
  [
    'no base',
    /FROM node:[\d.]+-/,
    'FROM node:18.0.0-',
    /node:18[.]0[.]0-trixie-slim is not the Node of package.json/,
  ],
  [
    'a file that is not there',
    'COPY migrations migrations',
    'COPY migrated migrated',
    /migrated is copied, but is not there/,
  ],
  ['root', /^USER node$/m, '', /the server would run as root/],
  ['a flag that does not exist', '--retries=3', '--retrys=3', /retrys/i],
  ['an instruction that does not exist', /^EXPOSE/m, 'EXPOSES', /EXPOSES/],
  ['options for Node', '["node", "dist', '["node", "--no-opt", "dist', /CMD is not the built server/],
])('the check refuses a Dockerfile with %s', (_, from, to, fault) => {
  expect(checkDockerfile()).toEqual([])
  expect(checkDockerfile(changed(read('Dockerfile'), from, to)).join('\n')).toMatch(fault)
})

test.each([
  ['a key that does not exist', 'restart: unless-stopped', 'restarts: unless-stopped'],
  ['a value of the wrong kind', 'mem_limit: 1g', 'mem_limit: [1g]'],
  ['an image without a version', /image: caddy:.+/, 'image: caddy'],
])('the check refuses a compose file with %s', (_, from, to) => {
  const folder = folderWith({ 'compose.yaml': changed(read('compose.yaml'), from, to) })
  expect(checkCompose(path.join(folder, 'compose.yaml'))).not.toEqual([])
})

test('the check refuses manifests with fields that do not exist, with values of the wrong kind, or that nobody names', () => {
  const deployment = changed(
    changed(read('deploy/kubernetes/deployment.yaml'), 'replicas: 2', "replicas: '2'"),
    'readOnlyRootFilesystem',
    'readOnlyRootFileSystem',
  )
  const kustomization = `resources: [deployment.yaml, missing.yaml]`
  const stray = read('deploy/kubernetes/service.yaml')
  const folder = folderWith({
    'deployment.yaml': deployment,
    'kustomization.yaml': kustomization,
    'stray.yaml': stray,
  })
  const faults = checkKubernetes(folder).join('\n')
  expect(faults).toContain('kustomization.yaml names missing.yaml, which is not there')
  expect(faults).toContain('kustomization.yaml does not name stray.yaml')
  expect(faults).toContain("Type 'string' is not assignable to type 'number'")
  expect(faults).toContain("\"readOnlyRootFileSystem\"' does not exist in type 'ISecurityContext'")
})
