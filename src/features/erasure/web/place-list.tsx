import { i18n } from '#platform/contract/i18n.ts'
import { mostPlaces, type ErasurePreview, type Place } from '../contract.ts'

export function PlaceList({ places, hasMore }: Pick<ErasurePreview, 'places' | 'hasMore'>) {
  const isFull = hasMore && places.length === mostPlaces
  return (
    <section aria-labelledby="kept-places" className="flex flex-col gap-1">
      <h3 id="kept-places" className="font-medium">
        {isFull
          ? i18n.t('More than {most} texts keep the address or number', { most: mostPlaces })
          : i18n.t(
              '{count, plural, =0 {No text keeps the address or number} one {# text keeps the address or number} other {# texts keep the address or number}}',
              { count: places.length },
            )}
      </h3>
      <p className="text-meta text-muted">
        {i18n.t('Texts of others are not changed, and names are not searched for.')}
        {places.length > 0 && ` ${i18n.t('To remove it there, edit these texts first.')}`}
        {hasMore && !isFull && ` ${i18n.t('Only the newest texts were looked through.')}`}
      </p>
      {places.length > 0 && (
        <ul
          aria-labelledby="kept-places"
          className="max-h-64 divide-y divide-border overflow-y-auto rounded-control border border-border"
        >
          {places.map((place, at) => (
            <li key={at} className="px-3 py-2">
              <PlaceName {...place} />
              <p className="text-meta font-normal text-muted wrap-anywhere">
                {place.before}
                <mark className="bg-amber-bg text-amber-fg">{place.found}</mark>
                {place.after}
              </p>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** Links to the editable text; saved answers have no address. */
function PlaceName({ kind, id, name }: Place) {
  if (kind === 'answer')
    return <span className="wrap-anywhere">{i18n.t('Saved answer: {name}', { name })}</span>
  return (
    <a
      href={kind === 'ticket' ? `/tickets?ticket=${name}` : `/${kind}s?${kind}=${id}`}
      target="_blank"
      rel="noreferrer"
      className="link wrap-anywhere pointer-coarse:min-h-6"
    >
      {name}
      <span className="sr-only"> {i18n.t('(opens in a new tab)')}</span>
    </a>
  )
}
