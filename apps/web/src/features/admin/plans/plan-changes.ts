import type { PlanKey, PlanLimit } from '@butaca/contract';

/** What the form of a plan holds; the number of devices as it was typed. */
export interface PlanValues extends Pick<PlanLimit, 'key' | 'name' | 'price' | 'isHidden'> {
  maxStreams: string;
}

type PlanChange = { key: PlanKey } & Partial<
  Pick<PlanLimit, 'name' | 'price' | 'isHidden' | 'maxStreams' | 'position'>
>;

/**
 * What the form changes of the saved plans: for each changed plan its key and only the changed fields.
 *
 * @param saved - the plans in their saved order
 * @param values - the values of the form, in the order of the form, which is the order to be saved
 */
export function findChanges(saved: readonly PlanLimit[], values: readonly PlanValues[]): PlanChange[] {
  return values.flatMap(({ key, name, price, isHidden, maxStreams }, position) => {
    const before = saved.findIndex((plan) => plan.key === key);
    const plan = saved[before];
    const devices = Number(maxStreams);
    const change = {
      ...(name !== plan?.name && { name }),
      ...(price !== plan?.price && { price }),
      ...(isHidden !== plan?.isHidden && { isHidden }),
      ...(devices !== plan?.maxStreams && { maxStreams: devices }),
      ...(position !== before && { position }),
    };
    return Object.keys(change).length === 0 ? [] : [{ key, ...change }];
  });
}
