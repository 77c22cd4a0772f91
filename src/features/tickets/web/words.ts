export { categoryWords, priorityWords, statusWords } from '../contract.ts'
