import { useSearchParams } from './search-params.ts'

/** Keeps a form's open state in the address as `?new=true`, so that a link can open it. */
export function useFormInAddress(name: 'new' | 'edit'): [boolean, (isOpen: boolean) => void] {
  const [params, change] = useSearchParams()
  return [
    params[name] !== undefined,
    (isOpen) => change({ [name]: isOpen ? 'true' : undefined }, { replace: true }),
  ]
}
