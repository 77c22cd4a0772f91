import { useState } from 'react'
import { i18n } from '#platform/contract/i18n.ts'
import { isOneOf } from '#platform/contract/narrowing.ts'
import { pictureTypes, type Attachment } from '../contract.ts'
import { fileAddress } from './api.ts'

/** Larger pictures are loaded on demand only. */
const mostBytes = 3_000_000

export const isPicture = ({ mimeType, fileSize }: Attachment) =>
  isOneOf(pictureTypes, mimeType) && fileSize <= mostBytes

interface InlinePicturesProps {
  pictures: readonly Attachment[]
  onShow(id: string): void
}

/** Shows pictures where they were added; a press opens the viewer. */
export function InlinePictures({ pictures, onShow }: InlinePicturesProps) {
  const [broken, setBroken] = useState<ReadonlySet<string>>(new Set())
  return (
    <div className="mb-1.5 flex flex-wrap gap-2 empty:hidden">
      {pictures
        .filter(({ id }) => !broken.has(id))
        .map(({ id, fileName }) => (
          <button
            key={id}
            type="button"
            aria-label={i18n.t('Show {fileName}', { fileName })}
            className="max-w-full cursor-zoom-in overflow-hidden rounded-control border border-border bg-sunken"
            onClick={() => onShow(id)}
          >
            <img
              src={fileAddress(id, { inline: true })}
              alt=""
              loading="lazy"
              className="max-h-80 min-h-12 min-w-12 max-w-full object-contain"
              onError={() => setBroken((known) => new Set([...known, id]))}
            />
          </button>
        ))}
    </div>
  )
}
