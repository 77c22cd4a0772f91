import { i18n } from '#platform/contract/i18n.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { CallError } from '#platform/web/call.ts'
import type { DraftFile } from '#platform/web/drafts/composer.ts'
import { preventReload, lazyPart, loadPart } from '#platform/web/lazy-parts.ts'
import { toastFailure } from '#platform/web/ui/overlay/toast-store.ts'
import { finishUpload, removeUpload, uploadLimits } from './api.ts'
import type { FileRow, Notice, Uploads } from './file-row.ts'
import type { Uploader } from './uploader.ts'

interface Options {
  restored?: readonly DraftFile[]
  /** A submission may be unanswered, so missing uploads may be attached already. */
  mayBeTaken?: boolean
  onKept?(files: DraftFile[]): void
  /** Replaces the notice when the form closes before all files have arrived. */
  onLeftEarly?(): void
}

const rowOfDraft = ({ uploadId, name, size }: DraftFile): FileRow => ({
  id: uploadId,
  uploadId,
  name,
  size,
  status: 'done',
  sent: size,
  bytesPerSecond: null,
  checkedShare: null,
  message: null,
  reason: null,
  mayRetry: false,
})

/** Loaded with the engine: without files there is nothing to list. */
export const UploadList = lazyPart(() => import('./upload-list.tsx'), 'UploadList')

export async function loadUploader() {
  const [engine] = await Promise.all([loadPart(() => import('./uploader.ts')), UploadList.load()])
  return engine
}

function whyWait(isBusy: boolean, files: readonly FileRow[]): string | undefined {
  if (isBusy) return i18n.t('Wait for the uploads to finish, or remove the files.')
  const hasFailed = files.some(({ status }) => status === 'failed')
  return hasFailed ? i18n.t('Retry or remove the files that could not be uploaded.') : undefined
}

const noticeOfSwept = (name: string): Notice => ({
  text: i18n.t('{name} is not there any more: unsent files are kept for one day. Please add it again.', {
    name,
  }),
  isError: true,
})

const noticeOfEmpty = (name: string): Notice => ({
  text: i18n.t('{fileName} is empty. Save it again, then attach it.', { fileName: name }),
  isError: true,
})

const isGone = (error: unknown) => error instanceof CallError && error.status === 404

const toastNotKept = () => toastFailure(i18n.t('The files that were still being uploaded were not kept.'))

/** Loads the engine with the first file. */
export function useUploads({
  restored = [],
  mayBeTaken = false,
  onKept,
  onLeftEarly = toastNotKept,
}: Options = {}): Uploads {
  const client = useQueryClient()
  const [kept, setKept] = useState<readonly DraftFile[]>(restored)
  const [rows, setRows] = useState<readonly FileRow[]>([])
  const [notices, setNotices] = useState<readonly Notice[]>([])
  const [sweptNames, setSweptNames] = useState<readonly string[]>([])
  const [emptyNames, setEmptyNames] = useState<readonly string[]>([])
  const [hasNoEngine, setNoEngine] = useState(false)
  const [loading, setLoading] = useState(0)
  const engine = useRef<Promise<Uploader>>(undefined)

  async function open(): Promise<Uploader> {
    const [{ createUploader }, limits] = await Promise.all([
      loadUploader(),
      client.ensureQueryData(uploadLimits()),
    ])
    return createUploader({
      restrictions: {
        minFileSize: 1,
        maxFileSize: limits.maxFileBytes,
        maxTotalFileSize: limits.maxTotalBytes,
        maxNumberOfFiles: limits.maxFiles,
        allowedFileTypes: limits.endings,
      },
      onRows: setRows,
      onNotices: setNotices,
    })
  }

  async function add(files: readonly File[]): Promise<void> {
    if (files.length === 0) return
    setNoEngine(false)
    setLoading((count) => count + 1)
    setSweptNames((names) => names.filter((name) => files.every((file) => file.name !== name)))
    try {
      const uploader = await (engine.current ??= open())
      setEmptyNames(files.filter(({ size }) => size === 0).map(({ name }) => name))
      uploader.add(
        files.filter(({ size }) => size > 0),
        kept.length,
      )
    } catch {
      engine.current = undefined
      setNoEngine(true)
    }
    setLoading((count) => count - 1)
  }
  const withEngine = (use: (uploader: Uploader) => void) => void engine.current?.then(use)

  useEffect(
    () => () => {
      void engine.current?.then((uploader) => uploader.close()).catch(() => undefined)
      engine.current = undefined
    },
    [],
  )

  const isBusy = loading > 0 || rows.some(({ status }) => !['done', 'failed'].includes(status))
  useEffect(() => (isBusy ? preventReload() : undefined), [isBusy])

  const leave = useEffectEvent(() => {
    if (isBusy) onLeftEarly()
  })
  useEffect(() => () => leave(), [])

  // Uploads of a draft may have been swept.
  const first = useRef(mayBeTaken ? [] : restored)
  useEffect(() => {
    const asking = new AbortController()
    for (const { uploadId, name } of first.current)
      finishUpload(uploadId, asking.signal).catch((error: unknown) => {
        if (!isGone(error)) return
        setKept((files) => files.filter((file) => file.uploadId !== uploadId))
        setSweptNames((names) => [...names, name])
      })
    return () => asking.abort()
  }, [])

  const all = [...kept.map(rowOfDraft), ...rows]
  const done = all.filter(({ status }) => status === 'done')
  const ids = done.map(({ uploadId }) => uploadId).filter((id) => id !== null)

  const tell = useEffectEvent((files: DraftFile[]) => onKept?.(files))
  const told = useRef(ids.join())
  useEffect(() => {
    if (told.current === ids.join()) return
    told.current = ids.join()
    tell(done.flatMap(({ uploadId, name, size }) => (uploadId === null ? [] : [{ uploadId, name, size }])))
  })

  const isKept = (id: string) => kept.some(({ uploadId }) => uploadId === id)
  function remove(id: string): void {
    if (!isKept(id)) {
      // Removes the row now: the engine's update is throttled, and the focus could land on it.
      setRows((files) => files.filter((file) => file.id !== id))
      return withEngine((uploader) => uploader.remove(id))
    }
    setKept((files) => files.filter(({ uploadId }) => uploadId !== id))
    void removeUpload(id)
  }
  function clear(sent?: readonly string[]): void {
    const stays = ({ uploadId }: Pick<FileRow, 'uploadId'>) =>
      sent !== undefined && !sent.includes(uploadId ?? '')
    setSweptNames([])
    setEmptyNames([])
    setKept((files) => files.filter(stays))
    setRows((files) => files.filter(stays))
    withEngine((uploader) => uploader.clear(sent))
  }

  return {
    files: all,
    notices: [...sweptNames.map(noticeOfSwept), ...emptyNames.map(noticeOfEmpty), ...notices],
    hasNoEngine,
    ids,
    isBusy,
    whyWait: whyWait(isBusy, all),
    add: (files: readonly File[]) => void add(files),
    pauseOrResume: (id: string) => withEngine((uploader) => uploader.pauseOrResume(id)),
    retry: (id: string) => withEngine((uploader) => uploader.retry(id)),
    remove,
    clear,
    putBack: (files: readonly DraftFile[]) => setKept((there) => [...there, ...files]),
    discard(): void {
      setSweptNames([])
      setEmptyNames([])
      for (const { id } of all) remove(id)
    },
  }
}
