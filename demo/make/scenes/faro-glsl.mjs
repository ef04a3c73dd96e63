// The shaders of the lighthouse scene. `plateShader` traces rays through sky, rock and tower, once and slowly;
// `seaShader` and `beamShader` run for every frame and are fast: the sea is a plane with waves, the beam a sum along
// the ray.

const common = `#version 300 es
precision highp float;
out vec4 o;
uniform vec2 R, OFF;
uniform vec3 cp, ct, md, bd;
uniform float fov;
const vec3 skyT = vec3(.006, .012, .03), skyH = vec3(.03, .07, .108), moonC = vec3(.46, .64, .82), lampC = vec3(1., .74, .42), fogC = vec3(.03, .075, .1);
const vec3 LB = vec3(.3, 7.1, 0.), LP = vec3(.3, 7.1 + 12.5 + 1.15, 0.);
const float seed = 1.3;
float h1(vec2 p) { p = fract(p * vec2(123.34, 456.21)); p += dot(p, p + 45.32); return fract(p.x * p.y); }
float n2(vec2 p) {
  vec2 i = floor(p), f = fract(p);
  f = f * f * f * (f * (f * 6. - 15.) + 10.);
  return mix(mix(h1(i), h1(i + vec2(1, 0)), f.x), mix(h1(i + vec2(0, 1)), h1(i + vec2(1, 1)), f.x), f.y);
}
float fbm(vec2 p, int n) {
  float a = .5, s = 0.;
  mat2 m = mat2(1.6, 1.2, -1.2, 1.6);
  for (int i = 0; i < 8; i++) { if (i >= n) break; s += a * n2(p); p = m * p + 3.1; a *= .5; }
  return s;
}
vec3 ray(vec2 fc) {
  vec2 uv = (2. * fc - R) / R.y;
  vec3 f = normalize(ct - cp), r = normalize(cross(f, vec3(0, 1, 0))), u = cross(r, f);
  return normalize(f * fov + uv.x * r + uv.y * u);
}
vec3 film(vec3 col) {
  float lu = dot(col, vec3(.3, .5, .2));
  col *= mix(1., smoothstep(-.02, .16, lu), .75);
  col = (col * (2.51 * col + .03)) / (col * (2.43 * col + .59) + .14);
  return pow(clamp(col, 0., 1.), vec3(1. / 2.2));
}
`;

export const plateShader = `${common}
uniform float mode;
float rid(vec2 p, int n) { float a = .5, s = 0.; mat2 m = mat2(1.6, 1.2, -1.2, 1.6); for (int i = 0; i < 8; i++) { if (i >= n) break; float v = 1. - abs(2. * n2(p) - 1.); s += a * v * v; p = m * p + 7.7; a *= .5; } return s; }
float cap(vec2 p, vec2 a, vec2 b) { vec2 pa = p - a, ba = b - a; float h = clamp(dot(pa, ba) / dot(ba, ba), 0., 1.); return length(pa - ba * h); }
float ter(vec2 p, int n) {
  vec2 w = vec2(fbm(p * .09 + seed, 3), fbm(p * .09 + 9. + seed, 3)) - .5, q = p + w * 9.;
  float d = cap(q, vec2(-1, 0), vec2(70, -34)), m = 1. - smoothstep(2.5, 9.5, d), top = 1. - smoothstep(0., 26., d);
  float h = m * 7.2 + top * 2.6 * smoothstep(0., 40., q.x) * 1.6;
  h += (rid(p * .16 + seed, n) - .45) * 3.4 * smoothstep(.02, .5, m) * (1. - .72 * smoothstep(.86, 1., m));
  float d2 = cap(q, vec2(-13, 6), vec2(-11, 7));
  h = max(h, (1. - smoothstep(0., 3.6, d2)) * 2.6 + (rid(p * .5, 4) - .6) * 1.2 - .2);
  h = max(h, (1. - smoothstep(0., 2.2, length(q - vec2(-19, 2)))) * 1.3 + (rid(p * .6, 4) - .6) * .9 - .2);
  return h - 2.6 * (1. - smoothstep(0., .12, m));
}
float cone(vec3 p, float h, float r1, float r2) {
  vec2 q = vec2(length(p.xz), p.y - h * .5); float hh = h * .5;
  vec2 k1 = vec2(r2, hh), k2 = vec2(r2 - r1, 2. * hh), ca = vec2(q.x - min(q.x, (q.y < 0.) ? r1 : r2), abs(q.y) - hh);
  vec2 cb = q - k1 + k2 * clamp(dot(k1 - q, k2) / dot(k2, k2), 0., 1.);
  return ((cb.x < 0. && ca.y < 0.) ? -1. : 1.) * sqrt(min(dot(ca, ca), dot(cb, cb)));
}
float box(vec3 p, vec3 b) { vec3 d = abs(p) - b; return length(max(d, 0.)) + min(max(d.x, max(d.y, d.z)), 0.); }
vec2 tower(vec3 p) {
  vec3 q = p - LB; float lh = 12.5;
  float d = min(cone(q, lh, 1.55, 1.0), min(cone(q - vec3(0, lh, 0), .28, 1.62, 1.62), cone(q - vec3(0, lh - .5, 0), .5, 1.05, 1.5)));
  float rl = abs(length(q.xz) - 1.52) - .03;
  d = min(d, min(max(rl, abs(q.y - lh - .95) - .035), max(rl, abs(q.y - lh - .65) - .025)));
  vec2 r = vec2(d, 1.);
  float l = cone(q - vec3(0, lh + .28, 0), 1.75, .72, .72); if (l < r.x) r = vec2(l, 2.);
  float dm = min(cone(q - vec3(0, lh + 2., 0), .75, .95, .08), cone(q - vec3(0, lh + 2.6, 0), .9, .07, .03)); if (dm < r.x) r = vec2(dm, 3.);
  vec3 hp = q - vec3(4.1, .9, -.6);
  float b = box(hp, vec3(1.9, 1.15, 1.25)), rf = max(max(abs(hp.z) * .62 + hp.y - 1.9, abs(hp.x) - 2.05), -(hp.y - 1.1));
  b = min(min(b, rf), box(hp - vec3(1.1, 2., 0.), vec3(.22, .7, .22))); if (b < r.x) r = vec2(b, 4.);
  return r;
}
vec3 sky(vec3 rd) {
  float y = max(rd.y, 0.), m = max(dot(rd, md), 0.);
  vec3 c = mix(skyH, skyT, pow(smoothstep(-.02, .55, y), .55));
  vec2 uv = rd.xz / (rd.y + .13);
  float cl = smoothstep(.35, .87, fbm(uv * .55 + seed * 3., 6) * 1.15 + .12 * fbm(uv * 2.3 + seed, 5)) * smoothstep(-.01, .12, rd.y);
  c += moonC * (.55 * pow(m, 180.) + .18 * pow(m, 18.));
  float cl2 = fbm(uv * 1.15 + seed * 3. + vec2(.16, .1) * sign(md.xz), 6), lit = .35 + 1.9 * pow(m, 6.) + 2.6 * pow(m, 60.);
  return mix(c, mix(skyH * .55, skyH * 1.25 + moonC * .35 * lit, smoothstep(.75, .15, cl2)), cl * .82);
}
void main() {
  vec3 rd = ray(gl_FragCoord.xy + OFF), col;
  if (mode < .5) {
    rd.y = max(rd.y, 0.);
    col = sky(normalize(rd));
    vec3 haze = mix(fogC, skyH * 1.1 + moonC * .3 * pow(max(dot(rd, md), 0.), 4.), .5);
    o = vec4(film(mix(col, haze, .93 * exp(-rd.y * 9.))), 1.);
    return;
  }
  float th = 420., ts = rd.y < 0. ? -cp.y / rd.y : 1e5; int hit = 0;
  { float t = .5, pt = t, tl = min(ts + 2., 220.); bool done = false;
    for (int i = 0; i < 190; i++) { if (t > tl) break; vec3 p = cp + rd * t; if (p.y > 17. && rd.y > 0.) break; float d = p.y - ter(p.xz, 4); if (d < .0048 * t) { done = true; break; } pt = t; t += clamp(d * .42, .05, 2.2); }
    if (done) { float a = pt, b = t; for (int i = 0; i < 7; i++) { float m = .5 * (a + b); vec3 p = cp + rd * m; if (p.y < ter(p.xz, 4)) b = m; else a = m; } if (b < ts) { th = b; hit = 1; } } }
  { float t = .2; for (int i = 0; i < 110; i++) { vec2 d = tower(cp + rd * t); if (d.x < .004 * max(1., t * .05)) { if (t < th && t < ts) { th = t; hit = 10 + int(d.y); } break; } t += d.x * .9; if (t > 160.) break; } }
  if (hit == 0) { o = vec4(0.); return; }
  vec3 P = cp + rd * th, n;
  if (hit == 1) {
    float e = .06 + th * .002, h0 = ter(P.xz, 7);
    n = normalize(vec3(h0 - ter(P.xz + vec2(e, 0), 7), e, h0 - ter(P.xz + vec2(0, e), 7)));
    float grass = smoothstep(.72, .93, n.y) * smoothstep(3., 5.5, P.y), wet = smoothstep(1.6, .1, P.y);
    vec3 alb = mix(vec3(.105, .1, .1) * (.55 + .8 * fbm(P.xz * 2. + P.y * 3., 4)), vec3(.075, .085, .05) * (.5 + fbm(P.xz * 3., 4)), grass) * (1. - .55 * wet);
    vec3 tl = LP - P; float ll = length(tl);
    col = alb * (moonC * max(dot(n, md), 0.) * 1.9 + mix(skyH, skyT, .4) * (.5 + .5 * n.y) * 1.7 + lampC * max(dot(n, tl / ll), 0.) * 7. / (1. + ll * ll * .04));
    col += moonC * pow(max(dot(reflect(rd, n), md), 0.), 18.) * .08 * (wet + .3);
  } else {
    vec2 e = vec2(.006, 0.);
    n = normalize(vec3(tower(P + e.xyy).x - tower(P - e.xyy).x, tower(P + e.yxy).x - tower(P - e.yxy).x, tower(P + e.yyx).x - tower(P - e.yyx).x));
    vec3 q = P - LB; float a = atan(q.z, q.x);
    vec3 alb = vec3(.42, .41, .39) * (.75 + .35 * fbm(vec2(a * 3., q.y * .8), 4));
    if (hit == 11) alb = mix(alb, vec3(.3, .055, .04), step(.5, fract(q.y / 5.2 + .08)) * step(q.y, 11.9));
    if (hit == 13) alb = vec3(.16, .035, .03);
    if (hit == 14) { alb = vec3(.4, .38, .36); if (q.y > 2.05) alb = vec3(.12, .05, .04); }
    float rim = pow(1. - max(dot(n, -rd), 0.), 3.);
    col = alb * (moonC * max(dot(n, md), 0.) * 1.7 + mix(skyH, skyT, .35) * (.6 + .5 * n.y) * 1.7 + moonC * .09 * max(dot(n, normalize(vec3(-.7, .2, .7))), 0.)) + rim * skyH * .14;
    vec3 hp = q - vec3(4.1, .9, -.6);
    if (hit == 14 && abs(hp.y - .05) < .38 && abs(abs(hp.x) - .85) < .28 && abs(n.y) < .5) col = lampC * 1.1 * step(.035, abs(fract((abs(hp.x) - .57) / .56) - .5));
    if (hit == 12) col = mix(vec3(.02), lampC * 2.4 + skyH * .3, smoothstep(.05, .1, abs(fract(a * 1.2732) - .5)));
  }
  float fog = 1. - exp(-th * th * .0045 * .0045);
  o = vec4(film(mix(col, fogC, fog * .9)), 1.);
}`;

/**
 * Renders the sea with five layers of waves. Each layer travels a whole number of its cells per loop and has a whole
 * number of cells as its period, so the loop has no seam.
 */
export const seaShader = `${common}
uniform float phase;
float cell(vec2 i, float period) { return h1(mod(i, period)); }
float ring(vec2 p, float period) {
  vec2 i = floor(p), f = fract(p);
  f = f * f * f * (f * (f * 6. - 15.) + 10.);
  return mix(mix(cell(i, period), cell(i + vec2(1, 0), period), f.x), mix(cell(i + vec2(0, 1), period), cell(i + vec2(1, 1), period), f.x), f.y);
}
const float cells[5] = float[5](9., 12., 16., 22., 30.);
float waves(vec2 p, float t) {
  float s = 0., a = 1., f = .23;
  mat2 m = mat2(.8, .6, -.6, .8);
  for (int i = 0; i < 5; i++) {
    float fade = 1. - smoothstep(.3, 1.2, t * f * .0084);
    if (fade <= 0.) break;
    float turn = float(i) * 2.1;
    float n = ring(p * f + seed * 5. + float(i) * 4. + floor(vec2(cos(turn), 1.) * 1.5 + .5) * phase * cells[i], cells[i]);
    float w = 1. - abs(2. * n - 1.);
    s += a * fade * mix(n, w * w, .5);
    p = m * p + 1.7; f *= 1.86; a *= .46;
  }
  return s * .85;
}
void main() {
  vec2 fc = gl_FragCoord.xy + OFF;
  vec3 rd = ray(fc);
  if (rd.y > -.0008) { o = vec4(0.); return; }
  float th = -cp.y / rd.y;
  vec3 P = cp + rd * th;
  float e = .03 + min(th, 900.) * .0022, a = waves(P.xz, th);
  vec3 n = normalize(vec3(a - waves(P.xz + vec2(e, 0), th), e * (1.6 + th * .014), a - waves(P.xz + vec2(0, e), th)));
  float F = .025 + .975 * pow(1. - max(dot(n, -rd), 0.), 5.);
  vec3 rf = reflect(rd, n);
  rf.y = abs(rf.y) + .01;
  rf = normalize(rf);
  float m = max(dot(rf, md), 0.);
  vec3 s = mix(skyH * 1.15, skyT * 1.6, pow(smoothstep(-.02, .55, rf.y), .6)) + moonC * (.2 * pow(m, 12.) + .12 * pow(m, 4.));
  vec3 col = mix(skyT * .16 + fogC * .06, s, clamp(F * .95 + .05, 0., 1.));
  vec3 tl = normalize(LP - P);
  float near = smoothstep(140., 10., length(LP - P)), spec = max(dot(rf, tl), 0.);
  col += lampC * (pow(spec, 140.) * 1.6 + pow(spec, 14.) * .07) * near;
  // The beam passes over the water.
  vec2 out2 = normalize(P.xz - LP.xz);
  float swept = pow(abs(dot(out2, normalize(bd.xz))), 90.);
  col += lampC * swept * (.05 * F + .012) * (.4 + n.x * n.x * 6.) * smoothstep(190., 20., length(P - LP));
  float crest = smoothstep(.98, 1.4, a * .87) * smoothstep(70., 12., th);
  col += crest * (skyH * .3 + moonC * .04);
  float fog = 1. - exp(-th * th * .0045 * .0045);
  vec3 haze = mix(fogC, skyH * 1.1 + moonC * .3 * pow(max(dot(rd, md), 0.), 4.), .5);
  o = vec4(film(mix(col, haze, fog * .93)), 1.);
}`;

/**
 * Renders light in the air: the beam, and its glare when it points at the camera. The result has a low resolution and
 * is added to the frame.
 */
export const beamShader = `${common}
void main() {
  vec3 rd = ray(gl_FragCoord.xy + OFF);
  vec3 tl = LP - cp;
  float tp = dot(tl, rd), dl = length(tl - rd * tp), facing = pow(abs(dot(bd, normalize(tl))), 40.);
  // The beam is thin near the lamp and wide far from it, so the steps are too.
  float reach = rd.y < 0. ? -cp.y / rd.y : 400., acc = 0., du = 2. / 110.;
  for (int i = 0; i < 110; i++) {
    float u = (float(i) + .5) * du - 1., t = tp + 2. * sinh(4.7 * u);
    if (t < .2 || t > reach) continue;
    vec3 q = cp + rd * t - LP;
    float al = dot(q, bd), ra = length(q - al * bd), rr = .36 + abs(al) * .036;
    acc += exp(-ra * ra / (rr * rr) * 1.9) * (.34 / rr) * exp(-abs(al) * .013) * smoothstep(96., 30., abs(al)) * 9.4 * cosh(4.7 * u) * du;
  }
  vec3 col = lampC * acc * .24;
  col += lampC * (1. + facing * 3.) * (.5 / (1. + dl * dl * 5.) + .15 / (1. + dl * dl * .22) + .04 / (1. + dl * dl * .02));
  col += lampC * facing * .1 / (1. + dl * dl * .004);
  col = col / (1. + col * .55);
  o = vec4(pow(clamp(col, 0., 1.), vec3(1. / 1.7)) * .9, 1.);
}`;
