import './rating-star.css';

/**
 * The star before a film's rating. It is a single element with a background image, because every card of a list has one
 * or two of them.
 */
export const RatingStar = () => <i className="star" aria-hidden="true" />;
