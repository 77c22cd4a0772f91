import { execFileSync, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { DockerfileParser, type Instruction } from 'dockerfile-ast'
import { z } from 'zod'
import { root } from '../../../scripts/run.ts'

const Lock = z.object({
  packages: z.record(
    z.string(),
    z.object({ dev: z.boolean().optional(), devOptional: z.boolean().optional() }),
  ),
})
const Command = z.array(z.string()).min(1)

/** The result of the Dockerfile, in a folder instead of a container. */
export interface Image {
  /** The root of its file system: what was copied, and the places of what the machine lends. */
  folder: string
  workdir: string
  env: Record<string, string>
  user: string
  command: string[]
  healthCheck: string[]
  remove(): void
}

const readLines = (file: string) => fs.readFileSync(path.join(root, file), 'utf8').split('\n')

/** The patterns of .dockerignore that have no `!`, as Docker reads them: what fits a folder fits all in it. */
function createIgnored(): (file: string) => boolean {
  const patterns = readLines('.dockerignore').filter((line) => line !== '' && !line.startsWith('#'))
  return (file) => {
    const parts = file.split('/')
    const above = parts.map((_, index) => parts.slice(0, index + 1).join('/'))
    return patterns.some((pattern) => above.some((one) => path.matchesGlob(one, pattern)))
  }
}

/** Lays files into a folder: as further names of them, where that can be, for they are many. */
function layFiles(from: readonly string[], to: string): void {
  const { status } = spawnSync('cp', ['-al', ...from, to])
  if (status !== 0) execFileSync('cp', ['-a', ...from, to])
}

/** Lays what `npm ci --omit=dev` installs into a folder. */
function layPackages(to: string): void {
  const lock = Lock.parse(JSON.parse(fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8')))
  const names = Object.keys(lock.packages).filter((name) => name !== '')
  const isOmitted = (name: string) => lock.packages[name]?.dev || lock.packages[name]?.devOptional
  // Packages within another package come with it.
  const wanted = names.filter((name) => !isOmitted(name) && name.lastIndexOf('node_modules/') === 0)
  // Packages for other machines are not installed.
  const present = wanted.filter((name) => fs.existsSync(path.join(root, name)))
  for (const folder of new Set(present.map((name) => path.dirname(name)))) {
    fs.mkdirSync(path.join(to, folder), { recursive: true })
    const beside = present.filter((name) => path.dirname(name) === folder)
    layFiles(
      beside.map((name) => path.join(root, name)),
      path.join(to, folder),
    )
  }
  for (const name of names.filter(isOmitted)) fs.rmSync(path.join(to, name), { recursive: true, force: true })
}

class Stage {
  readonly folder: string
  workdir = '/'
  readonly env: Record<string, string> = {}
  user = 'root'
  command: string[] = []
  healthCheck: string[] = []

  constructor(folder: string, base?: Stage) {
    this.folder = folder
    if (base) {
      fs.cpSync(base.folder, folder, { recursive: true })
      this.workdir = base.workdir
    }
  }

  /** Finds the place of an instruction's path in the folder of the stage. */
  at(place: string): string {
    return path.join(this.folder, path.posix.resolve(this.workdir, place))
  }
}

const words = (text: string) => text.split(/\s+/).filter(Boolean)
const jsonOf = (text: string) => Command.parse(JSON.parse(text.slice(text.indexOf('['))))

/** Does what the lines of a Dockerfile say. It knows those of ours: another one is an error, and then has to be understood here. */
class Builder {
  readonly #stages = new Map<string, Stage>()
  readonly #place: string
  readonly #isIgnored = createIgnored()

  constructor(place: string) {
    this.#place = place
  }

  build(instructions: readonly Instruction[]): Stage {
    let stage: Stage | undefined
    for (const each of instructions) {
      const whole = each.getTextContent().replaceAll(/\\\n/g, ' ')
      const text = whole.slice(each.getInstruction().length).trim()
      if (each.getKeyword() === 'FROM') stage = this.#begin(words(text))
      else if (stage) this.#apply(stage, each.getKeyword(), text)
    }
    if (!stage) throw new Error('the Dockerfile has no FROM')
    return stage
  }

  #begin([from = '', , name = 'last']: string[]): Stage {
    const stage = new Stage(path.join(this.#place, name), this.#stages.get(from))
    fs.mkdirSync(stage.folder, { recursive: true })
    this.#stages.set(name, stage)
    return stage
  }

  #apply(stage: Stage, keyword: string, text: string): void {
    if (keyword === 'WORKDIR') {
      stage.workdir = path.posix.resolve(stage.workdir, text)
      fs.mkdirSync(stage.at('.'), { recursive: true })
    } else if (keyword === 'COPY') this.#copy(stage, words(text))
    else if (keyword === 'RUN') this.#run(stage, text)
    else if (keyword === 'ENV')
      for (const pair of words(text)) {
        const [name = '', value = ''] = pair.split('=')
        stage.env[name] = value
      }
    else if (keyword === 'USER') stage.user = text
    else if (keyword === 'CMD') stage.command = jsonOf(text)
    else if (keyword === 'HEALTHCHECK') stage.healthCheck = jsonOf(text)
    else if (!['EXPOSE', 'VOLUME', 'STOPSIGNAL'].includes(keyword))
      throw new Error(`test/support/processes/image.ts does not know ${keyword} ${text}`)
  }

  #copy(stage: Stage, args: string[]): void {
    const from = args.find((arg) => arg.startsWith('--from='))?.slice('--from='.length)
    const places = args.filter((arg) => !arg.startsWith('--'))
    const to = places.pop() ?? ''
    for (const place of places) {
      // A folder is copied for what is in it, a file into the folder that is named.
      const target = to.endsWith('/') ? path.join(stage.at(to), path.basename(place)) : stage.at(to)
      // Nobody else asks an earlier stage for the same: so it can be moved, which takes no time.
      if (from !== undefined) fs.renameSync(path.join(this.#place, from, place), target)
      else
        fs.cpSync(path.join(root, place), target, {
          recursive: true,
          filter: (file) => !this.#isIgnored(path.relative(root, file)),
        })
    }
  }

  #run(stage: Stage, text: string): void {
    const shell = (command: string) => execFileSync('sh', ['-c', command], { cwd: stage.at('.') })
    if (text.startsWith('npm ci --omit=dev ')) {
      layPackages(stage.at('.'))
      shell(text.slice(text.indexOf('&&') + 2))
    } else if (text.startsWith('npm ci ')) layFiles([path.join(root, 'node_modules')], stage.at('.'))
    else if (text.startsWith('node ')) {
      const { status, stderr } = spawnSync(process.execPath, words(text).slice(1), { cwd: stage.at('.') })
      if (status !== 0) throw new Error(`${text}: ${stderr.toString()}`)
    } else if (text.startsWith('install --directory ')) fs.mkdirSync(stage.at(words(text).at(-1) ?? ''))
    else throw new Error(`test/support/processes/image.ts does not know RUN ${text}`)
  }
}

/** Builds what the Dockerfile describes, with the packages that are installed here. */
export function buildImage(): Image {
  const place = fs.mkdtempSync(path.join(os.tmpdir(), 'signalbox-image-'))
  const remove = () => fs.rmSync(place, { recursive: true, force: true })
  try {
    const file = DockerfileParser.parse(fs.readFileSync(path.join(root, 'Dockerfile'), 'utf8'))
    const { folder, workdir, env, user, command, healthCheck } = new Builder(place).build(
      file.getInstructions(),
    )
    return { folder, workdir, env, user, command, healthCheck, remove }
  } catch (error) {
    remove()
    throw error
  }
}
