import { labelColors, type LabelColor } from '../contract.ts'

/** Proposes each color in turn, so that neighbors differ. @param count of the labels there are */
export const nextColor = (count: number): LabelColor => labelColors[count % labelColors.length]!
