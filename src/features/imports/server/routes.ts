import { i18n } from '#platform/contract/i18n.ts'
import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply } from 'fastify'
import type { Readable } from 'node:stream'
import type { LiveSession } from '#features/auth/server/queries.ts'
import type { Viewer } from '#features/users/contract.ts'
import { AppError } from '#platform/contract/errors.ts'
import { csvFile } from '#platform/server/call/csv-file.ts'
import type { Door } from '#platform/server/door.ts'
import type { Platform } from '#platform/server/feature.ts'
import { removeLeftovers } from '#platform/server/store/object-store.ts'
import { streamFor } from '#platform/server/call/stream-for.ts'
import { importApi } from '../contract.ts'
import { readCsv, type OpenFile } from './csv.ts'
import type { Importer } from './importer.ts'
import {
  findImport,
  listImports,
  listRows,
  refusedRows,
  requireImport,
  type ImportRecord,
} from './queries.ts'
import { receiveFile } from './receive.ts'
import { deleteImport, matchColumns } from './service.ts'
import { templateOf } from './templates.ts'

interface Parts extends Pick<Platform<LiveSession>, 'db' | 'clock' | 'files' | 'log'> {
  importer: Importer
}

const sendCsv = (reply: FastifyReply, name: string, file: Readable) =>
  reply
    .type('text/csv; charset=utf-8')
    .headers({ 'content-disposition': contentDisposition(name), 'cache-control': 'no-store' })
    .send(file)

/** Fits a row to its headings; the last cell takes what a surplus delimiter has cut off. */
function underHeadings(cells: readonly string[], headings: number, delimiter: string): string[] {
  const last = headings - 1
  const lastFilled = cells.findLastIndex((cell) => cell.trim() !== '')
  return [
    ...Array.from({ length: last }, (_, at) => cells[at] ?? ''),
    cells.slice(last, Math.max(last, lastFilled) + 1).join(delimiter),
  ]
}

export async function importRoutes(
  door: Door<Viewer>,
  { db, clock, files: { store }, log, importer }: Parts,
): Promise<void> {
  const { route } = door
  const there = (_viewer: Viewer, { id }: { id: string }) => requireImport(db, id)
  const shown = (id: string) => findImport(db, id, clock.now())

  /** @throws {AppError} `conflict` for an import by a command, which read the file elsewhere */
  function opener({ objectPath }: ImportRecord): OpenFile {
    if (objectPath === null)
      throw new AppError(
        'conflict',
        i18n.t('The file was read by a command, and is not kept here. Run the command again.'),
      )
    return () => store.read(objectPath)
  }

  await door.app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    door.within(scope).route(importApi.create, async ({ viewer, query, work, request }) => {
      return shown(await receiveFile({ db, store, clock, log }, work, viewer, query, request))
    })
  })
  route(importApi.list, () => listImports(db, clock.now()))
  route(importApi.template, async ({ params, request, reply }) =>
    sendCsv(reply, `${params.kind}.csv`, await streamFor(request, () => templateOf(params.kind))),
  )
  route(importApi.detail, ({ params }) => shown(params.id), there)
  route(
    importApi.match,
    async ({ params, body, work }) => {
      await work((unit) => matchColumns(unit, params.id, body))
      return shown(params.id)
    },
    there,
  )
  for (const [endpoint, state] of [
    [importApi.check, 'checking'],
    [importApi.run, 'running'],
  ] as const)
    route(
      endpoint,
      async ({ viewer, params, request: { ip }, requirePassword }) => {
        const one = await requireImport(db, params.id)
        // People come with roles; an account that is taken over loses its own.
        const isAboutRoles = one.kind === 'people' || one.options.unconfirmed === 'take_over'
        if (state === 'running' && isAboutRoles) requirePassword()
        const open = opener(one)
        await importer.start(params.id, state, { viewer, ip }, open)
        return shown(params.id)
      },
      there,
    )
  route(importApi.rows, ({ params, query }) => listRows(db, params.id, query), there)
  route(
    importApi.refused,
    async ({ params, request, reply }) => {
      const one = await requireImport(db, params.id)
      return sendCsv(
        reply,
        `refused-${one.fileName.replace(/\.[^.]*$/, '')}.csv`,
        await streamFor(request, () =>
          csvFile([...one.headings, i18n.t('Reason')], refusedLines(one, opener(one))),
        ),
      )
    },
    there,
  )
  route(
    importApi.remove,
    async ({ params, work }) => {
      const paths = await work((unit) => deleteImport(unit, params.id))
      await removeLeftovers(store, paths, log)
      return { message: i18n.t('The import was removed. What was imported stays.') }
    },
    there,
  )

  /** Merges refused rows of the file with their reasons, reading both in parallel. */
  async function* refusedLines({ id, delimiter, headings }: ImportRecord, open: OpenFile) {
    const refused = refusedRows(db, id)
    let next = (await refused.next()).value
    let place = -1
    for await (const cells of readCsv(open, delimiter)) {
      place++
      if (!next) return
      if (place !== next.place) continue
      const reasons = next.notes.map(({ reason }) => reason).join(' ')
      yield [...underHeadings(cells, headings.length, delimiter), reasons]
      next = (await refused.next()).value
    }
  }
}
