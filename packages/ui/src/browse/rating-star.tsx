import './rating-star.css';

/** The star before a rating. It is one element with a background image, because every card has one or two of them. */
export const RatingStar = () => <i className="star" aria-hidden="true" />;
