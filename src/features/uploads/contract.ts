import { i18n } from '#platform/contract/i18n.ts'
import { z } from 'zod'
import { api } from '#platform/contract/endpoint.ts'
import { ById, Id, requiredText } from '#platform/contract/fields.ts'
import { limits } from '#platform/contract/limits.ts'

const office = 'application/vnd.openxmlformats-officedocument'
const offeredFirst = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: `${office}.wordprocessingml.document`,
  txt: 'text/plain',
} as const
/** Accepted endings with the type that the content must have. */
export const attachable = {
  ...offeredFirst,
  log: 'text/plain',
  csv: 'text/csv',
  eml: 'message/rfc822',
  msg: 'application/vnd.ms-outlook',
  xlsx: `${office}.spreadsheetml.sheet`,
  pptx: `${office}.presentationml.presentation`,
  zip: 'application/zip',
  heic: 'image/heic',
  webp: 'image/webp',
  gif: 'image/gif',
} as const
export type AttachableType = (typeof attachable)[keyof typeof attachable]
const withDots = (types: object) => Object.keys(types).map((ending) => `.${ending}`)
export const attachableEndings = withDots(attachable)
export const firstEndings = withDots(offeredFirst)

const fileName = requiredText(() => 'filename', limits.fileName)
const wholeNumber = (label: string, min: number, max: number) =>
  z
    .string({ error: `${label} must be a whole number` })
    .regex(/^\d{1,15}$/, `${label} must be a whole number`)
    .transform(Number)
    .pipe(
      z
        .number()
        .min(min, i18n.t('{label} must be at least {min}', { label, min }))
        .max(max, i18n.t('{label} must be at most {max}', { label, max })),
    )
/** Accepts 0, so that empty files are refused by name. */
const size = wholeNumber('size', 0, Number.MAX_SAFE_INTEGER)
/** Upload engines send query texts in bodies; other programs send numbers. */
const sizeInJson = z
  .union([z.number(), z.string()], { error: () => i18n.t('size must be a whole number') })
  .transform(String)
  .pipe(size)
const type = z
  .string({ error: () => i18n.t('type must be text') })
  .max(limits.fileName, { error: () => i18n.t('type is too long') })
  .default('')
const key = z.string({ error: () => i18n.t('key must be text') }).max(200)

/** The store's id of a multipart upload. */
const ByMultipart = z.object({ id: z.string().regex(/^[\w.~+=-]{1,1024}$/) })
const OfKey = z.object({ key })

const SignQuery = z.object({
  filename: fileName,
  type,
  /** In bytes; the store refuses more. Absent: the maximum. */
  'metadata[size]': size.optional(),
  /** Earlier upload of the same file that is restarted. */
  'metadata[again]': Id.optional(),
})

const NewMultipart = z.object({
  filename: fileName,
  type,
  metadata: z
    .object({ size: sizeInJson.optional() }, { error: () => i18n.t('metadata must be an object') })
    .default({}),
})

const Part = z.object({
  PartNumber: z.int().min(1).max(limits.uploadParts),
  ETag: z.string().min(1).max(200),
})

const CompleteMultipart = z.object({
  parts: z
    .array(Part, { error: () => i18n.t('parts must be a list of PartNumber and ETag') })
    .min(1, { error: () => i18n.t('parts must name at least one part') })
    .max(limits.uploadParts, {
      error: () => i18n.t('parts must name at most {uploadParts} parts', { uploadParts: limits.uploadParts }),
    })
    .refine(
      (parts) =>
        parts.every(({ PartNumber }, place) => place === 0 || parts[place - 1]!.PartNumber < PartNumber),
      { error: () => i18n.t('parts must be in rising order, each named once') },
    ),
})

/** File that has arrived and passed its checks. */
export const Upload = z.object({
  id: Id,
  fileName: z.string(),
  fileSize: z.number().int(),
  mimeType: z.string(),
})
export type Upload = z.infer<typeof Upload>

/** Messages of the progress socket, in the protocol of upload engines. */
export const WorkMessage = z.discriminatedUnion('action', [
  z.object({
    action: z.literal('progress'),
    payload: z.object({ bytesUploaded: z.number().int(), bytesTotal: z.number().int() }),
  }),
  z.object({ action: z.literal('success'), payload: z.object({ response: Upload }) }),
  z.object({
    action: z.literal('error'),
    payload: z.object({ error: z.object({ message: z.string() }) }),
  }),
])
export type WorkMessage = z.infer<typeof WorkMessage>

const Signed = z.object({
  method: z.literal('PUT'),
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  /** Validity in seconds. */
  expires: z.number().int(),
})

const Credentials = z.object({
  AccessKeyId: z.string(),
  SecretAccessKey: z.string(),
  SessionToken: z.string(),
  Expiration: z.iso.datetime(),
})

const withId = { id: Id }

export const uploadApi = api({
  limits: {
    method: 'GET',
    path: '/api/uploads/limits',
    summary: 'What can be uploaded: bytes of one file and of all, files at once, endings',
    access: 'signed-in',
    reply: z.object({
      maxFileBytes: z.number(),
      maxTotalBytes: z.number(),
      maxFiles: z.number(),
      endings: z.array(z.string()),
    }),
  },
  sign: {
    method: 'GET',
    path: '/api/uploads/s3/params',
    summary: 'Begin an upload in one piece: where to PUT the file. Then finish it by its id',
    access: 'signed-in',
    isWrite: true,
    query: SignQuery,
    reply: Signed.extend({ key: z.string(), ...withId }),
  },
  lendCredentials: {
    method: 'GET',
    path: '/api/uploads/s3/sts',
    summary:
      'For 15 minutes, the right to write what one has begun to upload, by its key; 501 where files are not kept in S3',
    access: 'signed-in',
    /** Upload engines expect the credentials under different names. */
    reply: Credentials.extend({ bucket: z.string(), region: z.string(), credentials: Credentials }),
  },
  startMultipart: {
    method: 'POST',
    path: '/api/uploads/s3/multipart',
    summary: 'Begin an upload in parts of partBytes each; the last one is the rest',
    access: 'signed-in',
    body: NewMultipart,
    reply: z.object({
      key: z.string(),
      uploadId: z.string(),
      /** Size of every part but the last. */
      partBytes: z.number().int(),
      /** Opens the socket at `/api/{token}`, which reports the server's progress after arrival. */
      serverToken: z.string(),
      ...withId,
    }),
  },
  listParts: {
    method: 'GET',
    path: '/api/uploads/s3/multipart/:id',
    summary: 'The parts that have arrived',
    access: 'signed-in',
    params: ByMultipart,
    query: OfKey,
    reply: z.array(z.object({ PartNumber: z.number().int(), Size: z.number(), ETag: z.string() })),
  },
  signPart: {
    method: 'GET',
    path: '/api/uploads/s3/multipart/:id/:part',
    summary: 'Where to PUT one part, which has exactly partBytes, or the rest of the file',
    access: 'signed-in',
    params: ByMultipart.extend({ part: wholeNumber('part', 1, limits.uploadParts) }),
    query: OfKey,
    reply: Signed,
  },
  completeMultipart: {
    method: 'POST',
    path: '/api/uploads/s3/multipart/:id/complete',
    summary: 'Make one file of the parts',
    access: 'signed-in',
    params: ByMultipart,
    query: OfKey,
    body: CompleteMultipart,
    reply: z.object({ location: z.string() }),
  },
  abortMultipart: {
    method: 'DELETE',
    path: '/api/uploads/s3/multipart/:id',
    summary: 'Give up an upload in parts and forget what has arrived',
    access: 'signed-in',
    params: ByMultipart,
    query: OfKey,
    reply: z.object({}),
  },
  finish: {
    method: 'POST',
    path: '/api/uploads/:id/finish',
    summary: 'Say that the file is there: its content is checked, and it can be attached',
    access: 'signed-in',
    params: ById,
    reply: Upload,
  },
  remove: {
    method: 'DELETE',
    path: '/api/uploads/:id',
    summary: 'Give up an upload that is not attached, however far it has come',
    access: 'signed-in',
    params: ById,
    reply: z.object({}),
  },
})

/** Served only with the local file store. */
export const objectApi = api({
  put: {
    method: 'PUT',
    path: '/api/uploads/object',
    summary: 'The signed address that takes the bytes of a file or of a part; answers with its ETag',
    access: 'open',
    query: z.object({
      path: z.string(),
      max: z.string().regex(/^\d{1,15}$/),
      upload: z.string().default(''),
      part: z
        .string()
        .regex(/^\d{0,5}$/)
        .default(''),
      nonce: z
        .string()
        .regex(/^[\w-]{0,36}$/)
        .default(''),
      expires: z.string().regex(/^\d{1,12}$/),
      signature: z.string(),
    }),
    reply: z.object({}),
  },
})
