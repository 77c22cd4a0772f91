import { i18n, words } from '#platform/contract/i18n.ts'
import { useState, type FormEvent } from 'react'

type Errors = Readonly<Record<string, string | undefined>>

type Control = HTMLInputElement | HTMLSelectElement

const isControl = (target: EventTarget): target is Control =>
  target instanceof HTMLInputElement || target instanceof HTMLSelectElement

/** Shows the browser's own checks beside each field. @param words for an empty and a wrong value */
export function useFormErrors(words: Record<string, { missing: string; wrong?: string }>) {
  const [errors, setErrors] = useState<Errors>({})

  function onInvalid(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const field = event.target
    if (!isControl(field)) return
    const { missing, wrong = missing } = words[field.name] ?? { missing: field.validationMessage }
    setErrors((before) => ({ ...before, [field.name]: field.validity.valueMissing ? missing : wrong }))
    if (event.currentTarget.querySelector(':invalid') === field) field.focus()
  }

  function onInput({ target }: FormEvent<HTMLFormElement>) {
    if (isControl(target)) setErrors((before) => ({ ...before, [target.name]: undefined }))
  }

  return { errors, setErrors, handlers: { onInvalid, onInput } }
}

export const emailWords = words({
  missing: () => i18n.t('Email is required'),
  wrong: () => i18n.t('Enter an address such as name@company.com'),
})
export const passwordWords = words({
  missing: () => i18n.t('Password is required'),
})
